// The kernels of reduction that leave a sum per block, most of them by a tree in shared memory.
#include "kernels/reduction/family.hpp"

#include <algorithm>

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {
namespace {

models::Work convergent_work(const Problem& problem) {
  models::Work work = tree_work<kPair>(problem);
  const auto n = static_cast<double>(problem["n"]);
  const auto blocks = static_cast<double>(tree_blocks(problem, kPair));
  work.requested = {float_bytes(2 * (n - blocks) + blocks), float_bytes(n)};
  work.ideal_l2 = {whole_sectors(work.requested.read), whole_sectors(work.requested.written)};
  return work;
}

struct GlobalCounts {
  std::int64_t instructions = 0;  // of one access in each step
  std::int64_t sectors = 0;
};

// Of a block with `elements` elements. The accesses of a step begin at a sector, or lie within one.
GlobalCounts steps(std::int64_t block, std::int64_t elements) {
  GlobalCounts counts;
  for (std::int64_t s = block; s > 0; s /= 2) {
    const std::int64_t threads = std::clamp<std::int64_t>(elements - s, 0, s);
    counts.instructions += ceil_div(threads, kWarpLanes);
    counts.sectors += ceil_div(threads, kFloatsPerSector);
  }
  return counts;
}

// Two loads and a store for each step, and one of each for the result.
std::vector<ExpectedCounter> convergent_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t block = problem["block"];
  const std::int64_t blocks = tree_blocks(problem, kPair);
  const GlobalCounts full = steps(block, kPair * block);
  const GlobalCounts last = steps(block, n - (blocks - 1) * kPair * block);
  const std::int64_t instructions = (blocks - 1) * full.instructions + last.instructions;
  const std::int64_t sectors = (blocks - 1) * full.sectors + last.sectors;
  return {{counter::kGlobalLoads, static_cast<double>(2 * instructions + blocks)},
          {counter::kGlobalStores, static_cast<double>(instructions + blocks)},
          {counter::kGlobalLoadSectors, static_cast<double>(2 * sectors + blocks)},
          {counter::kGlobalStoreSectors, static_cast<double>(sectors + blocks)},
          {counter::kFadd, static_cast<double>(n - blocks)}};
}

// Two rounds of five shuffles: all warps, then the first, whose lanes behind the last warp bring zeros.
std::vector<ExpectedCounter> shuffle_counters(const Problem& problem) {
  const std::int64_t block = problem["block"];
  const std::int64_t warps = block / kWarpLanes;
  return block_counters(problem, 1,
                        {.loads = 1,
                         .stores = warps,
                         .wavefronts = warps + 1,
                         .bytes = 8 * warps,
                         .additions = 5 * (block + kWarpLanes)});
}

constexpr Kernel kTree{.parameters = kParameters,
                       .work = tree_work<1>,
                       .device_memory = tree_memory<1>,
                       .in_flight_per_thread = always_in_flight<4>};
constexpr Kernel kPairTree{.parameters = kParameters,
                           .work = tree_work<kPair>,
                           .device_memory = tree_memory<kPair>,
                           .in_flight_per_thread = always_in_flight<8>};
constexpr Kernel kFourTree{.parameters = kParameters,
                           .work = tree_work<kFour>,
                           .device_memory = tree_memory<kFour>,
                           .expected_counters = tree_counters<kFour, last_warp_counts>,
                           .in_flight_per_thread = always_in_flight<16>};

}  // namespace

extern constexpr Kernel interleaved_modulo =
    variant_of(kTree, "reduction/interleaved-modulo",
               "shared-memory tree, stride doubling: threads with t % (2s) == 0 add, so every warp diverges")
        .against({"reduction/bitmask", "integer remainder", "one % in each step"})
        .with(&Kernel::expected_counters, tree_counters<1, interleaved_counts>);

extern constexpr Kernel bitmask =
    variant_of(kTree, "reduction/bitmask",
               "shared-memory tree, stride doubling: the remainder is a mask, but every warp still diverges")
        .against({"reduction/strided-index", "divergence", "5.4 of 32 lanes with 256 threads"})
        .with(&Kernel::expected_counters, tree_counters<1, interleaved_counts>);

extern constexpr Kernel strided_index =
    variant_of(kTree, "reduction/strided-index",
               "shared-memory tree, stride doubling: whole warps add, but with bank conflicts")
        .against({"reduction/sequential", "bank conflicts", "3.9 wavefronts per access with 256 threads"})
        .with(&Kernel::expected_counters, tree_counters<1, strided_counts>);

extern constexpr Kernel sequential =
    variant_of(kTree, "reduction/sequential",
               "shared-memory tree, stride halving: whole warps retire, no bank conflicts")
        .against({"reduction/first-add-on-load", "bytes in flight", "1 load per thread"})
        .with(&Kernel::expected_counters, tree_counters<1, sequential_counts>);

extern constexpr Kernel convergent{
    .name = "reduction/convergent",
    .summary = "tree in global memory, stride halving: the active threads are contiguous",
    .parameters = kParameters,
    .work = convergent_work,
    .device_memory = tree_memory<kPair>,
    .counterpart = {"reduction/first-add-on-load", "tree in global memory", "9 steps with 256 threads"},
    .expected_counters = convergent_counters,
};

extern constexpr Kernel first_add_on_load =
    variant_of(kPairTree, "reduction/first-add-on-load",
               "shared-memory tree, stride halving, after a first addition of two loads: no thread only loads")
        .against({"reduction/last-warp-unrolled", "barriers", "6 of 8 steps are one warp's with 256 threads"})
        .with(&Kernel::expected_counters, tree_counters<kPair, sequential_counts>);

extern constexpr Kernel last_warp_unrolled =
    variant_of(kPairTree, "reduction/last-warp-unrolled",
               "shared-memory tree whose last warp works without barriers of the block")
        .against({"reduction/fully-unrolled", "loop overhead", "a compare, a shift and a branch in each step"})
        .with(&Kernel::expected_counters, tree_counters<kPair, last_warp_counts>);

extern constexpr Kernel fully_unrolled =
    variant_of(kPairTree, "reduction/fully-unrolled", "shared-memory tree without a loop: a kernel for each block size")
        .against({"reduction/unroll-4-blocks", "bytes in flight", "2 loads per thread"})
        .with(&Kernel::expected_counters, tree_counters<kPair, last_warp_counts>);

extern constexpr Kernel unroll_4_blocks = variant_of(kFourTree, "reduction/unroll-4-blocks",
                                                     "four elements per thread, then the unrolled shared-memory tree");

extern constexpr Kernel dynamic_shared =
    variant_of(kFourTree, "reduction/dynamic-shared",
               "unroll-4-blocks with dynamic instead of static shared memory: a control, no difference is expected")
        .against({"reduction/unroll-4-blocks", "dynamic shared memory", "none: a control"});

extern constexpr Kernel shuffle =
    variant_of(kTree, "reduction/shuffle", "warp shuffles instead of a shared-memory tree; one element per thread")
        .against({"reduction/grid-stride", "bytes in flight", "1 element per thread"})
        .with(&Kernel::expected_counters, shuffle_counters);

}  // namespace rooflens::kernels::reduction

// The kernels of reduction that leave one sum, or a sum of each block that fills the device.
#include "kernels/reduction/family.hpp"

#include <algorithm>
#include <array>

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {
namespace {

// 256 MiB by default, which keep one SM busy for milliseconds.
constexpr std::array kSingleParameters{
    Parameter{"n", "elements to sum", std::int64_t{1} << 26, 1, std::int64_t{1} << 33},
    Parameter{"block", "threads of the one block", 1024, 32, 1024, 1, true},
};

// An atomic is an addition in the L2 and 4 bytes on the way there.
models::Work atomic_work_of(const Problem& problem, std::int64_t per_thread) {
  models::Work work = sum_work(problem);
  const models::Bytes atomics = float_bytes(static_cast<double>(tree_blocks(problem, per_thread)));
  work.requested.written = atomics;
  work.ideal_l2.written = whole_sectors(atomics);
  return work;
}

template <std::int64_t PerThread>
models::Work atomic_work(const Problem& problem) {
  return atomic_work_of(problem, PerThread);
}

// Atomics are counted neither as loads nor as stores, and their additions not as FADDs.
std::vector<ExpectedCounter> atomic_counters_of(const Problem& problem, std::int64_t per_thread) {
  return block_counters(problem, per_thread, sequential_counts(problem["block"]));
}

template <std::int64_t PerThread>
std::vector<ExpectedCounter> atomic_counters(const Problem& problem) {
  return atomic_counters_of(problem, PerThread);
}

// Threads that load in[i], and those that also load in[i + s], at stride s; and how many of such threads there are when
// at most one in `group` elements counts.
std::int64_t first_loads(std::int64_t n, std::int64_t s, std::int64_t group) {
  return ceil_div(n, std::max(group, 2 * s));
}

std::int64_t second_loads(std::int64_t n, std::int64_t s, std::int64_t group) {
  return ceil_div(n - s, std::max(group, 2 * s));
}

// Calls visit(s) for the stride of each launch; one element takes a launch too, which adds nothing.
template <typename Visit>
void for_each_stride(std::int64_t n, Visit visit) {
  for (std::int64_t s = 1; s < std::max<std::int64_t>(n, 2); s *= 2) visit(s);
}

models::Work global_naive_work(const Problem& problem) {
  const std::int64_t n = problem["n"];
  models::Work work = sum_work(problem);
  std::int64_t loads = 0;
  for_each_stride(n, [&](std::int64_t s) { loads += first_loads(n, s, 1) + second_loads(n, s, 1); });
  work.requested = {float_bytes(static_cast<double>(loads)), float_bytes(static_cast<double>(n))};
  work.ideal_l2 = {whole_sectors(work.requested.read), whole_sectors(work.requested.written)};
  return work;
}

std::vector<ExpectedCounter> global_naive_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  std::int64_t loads = 0;
  std::int64_t stores = 1;  // the sum
  std::int64_t load_sectors = 0;
  std::int64_t store_sectors = 1;
  for_each_stride(n, [&](std::int64_t s) {
    loads += first_loads(n, s, kWarpLanes) + second_loads(n, s, kWarpLanes);
    stores += second_loads(n, s, kWarpLanes);
    load_sectors += first_loads(n, s, kFloatsPerSector) + second_loads(n, s, kFloatsPerSector);
    store_sectors += second_loads(n, s, kFloatsPerSector);
  });
  return {{counter::kGlobalLoads, static_cast<double>(loads)},
          {counter::kGlobalStores, static_cast<double>(stores)},
          {counter::kGlobalLoadSectors, static_cast<double>(load_sectors)},
          {counter::kGlobalStoreSectors, static_cast<double>(store_sectors)},
          {counter::kFadd, static_cast<double>(n - 1)}};
}

// Besides the input: a store of each thread, then as sequential_counts(), but in global memory. Whole warps alone, as
// strided_counters() says.
std::vector<ExpectedCounter> single_block_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  if (n % kWarpLanes != 0) return {};
  const std::int64_t block = problem["block"];
  std::int64_t instructions = 0;
  std::int64_t sectors = 0;
  for (std::int64_t s = block / 2; s > 0; s /= 2) {
    instructions += ceil_div(s, kWarpLanes);
    sectors += ceil_div(s, kFloatsPerSector);
  }
  return {{counter::kGlobalLoads, static_cast<double>(ceil_div(n, kWarpLanes) + 2 * instructions + 1)},
          {counter::kGlobalLoadSectors, static_cast<double>(ceil_div(n, kFloatsPerSector) + 2 * sectors + 1)},
          {counter::kGlobalStores, static_cast<double>(block / kWarpLanes + instructions + 1)},
          {counter::kGlobalStoreSectors, static_cast<double>(block / kFloatsPerSector + sectors + 1)}};
}

std::vector<ExpectedCounter> single_block_shared_counters(const Problem& problem) {
  const BlockCounts counts = sequential_counts(problem["block"]);
  return with(strided_counters(problem), {{counter::kSharedLoads, static_cast<double>(counts.loads)},
                                          {counter::kSharedStores, static_cast<double>(counts.stores)},
                                          {counter::kSharedWavefronts, static_cast<double>(counts.wavefronts)},
                                          {counter::kSharedBytes, static_cast<double>(counts.bytes)},
                                          {counter::kGlobalStores, 1},
                                          {counter::kGlobalStoreSectors, 1}});
}

constexpr std::array kCoarsenedParameters{
    kLengthParameter,
    kBlockParameter,
    Parameter{"coarsening", "pairs of elements that a thread adds before the tree", 4, 1, 64},
};

models::Work coarsened_work(const Problem& problem) { return atomic_work_of(problem, kPair * problem["coarsening"]); }

std::vector<ExpectedCounter> coarsened_counters(const Problem& problem) {
  return atomic_counters_of(problem, kPair * problem["coarsening"]);
}

constexpr std::int64_t kMostWaves = 16;

constexpr std::array kFloat4Parameters{
    kLengthParameter,
    kBlockParameter,
    Parameter{"waves", "blocks for each that is resident at once", 1, 1, kMostWaves},
};

models::Bytes float4_memory(const Problem& problem) {
  return sum_memory(problem) + float_bytes(static_cast<double>((kMostWaves - 1) * kMostResidentBlocks));
}

constexpr Kernel kSum{.parameters = kParameters, .work = sum_work, .device_memory = sum_memory};

}  // namespace

extern constexpr Kernel global_naive =
    variant_of(kSum, "reduction/global-naive", "a launch for each stride, in place in global memory")
        .with(&Kernel::work, global_naive_work)
        .with(&Kernel::expected_counters, global_naive_counters);

extern constexpr Kernel grid_stride =
    variant_of(kSum, "reduction/grid-stride",
               "accumulates in registers with a grid stride, then warp shuffles: one wave of blocks")
        .against({"reduction/grid-stride-4-loads", "dependent additions", "one sum per thread"})
        .with(&Kernel::expected_counters, strided_counters);

extern constexpr Kernel grid_stride_4_loads =
    variant_of(kSum, "reduction/grid-stride-4-loads", "grid stride with four independent sums per thread")
        .with(&Kernel::expected_counters, strided_counters);

extern constexpr Kernel single_block =
    variant_of(kSum, "reduction/single-block", "one block on one SM; its tree lies in global memory")
        .against({"reduction/single-block-shared", "tree in global memory", "10 steps with 1024 threads"})
        .with(&Kernel::parameters, kSingleParameters)
        .with(&Kernel::expected_counters, single_block_counters);

extern constexpr Kernel single_block_shared =
    variant_of(kSum, "reduction/single-block-shared", "one block on one SM; its tree lies in shared memory")
        .against({"reduction/grid-stride", "one SM at work", "1 block"})
        .with(&Kernel::parameters, kSingleParameters)
        .with(&Kernel::expected_counters, single_block_shared_counters);

extern constexpr Kernel segmented_atomic =
    variant_of(kSum, "reduction/segmented-atomic",
               "shared-memory tree of two elements per thread; the blocks add to one result with atomics")
        .against({"reduction/coarsened", "short blocks", "2 elements per thread"})
        .with(&Kernel::work, atomic_work<kPair>)
        .with(&Kernel::expected_counters, atomic_counters<kPair>);

extern constexpr Kernel coarsened =
    variant_of(kSum, "reduction/coarsened",
               "each thread adds several pairs before the tree: fewer blocks, barriers and atomics")
        .with(&Kernel::parameters, kCoarsenedParameters)
        .with(&Kernel::work, coarsened_work)
        .with(&Kernel::expected_counters, coarsened_counters);

extern constexpr Kernel two_pass =
    variant_of(kSum, "reduction/two-pass", "grid stride, then a second launch of one block over the partial sums")
        .against({"reduction/last-block", "second launch", "1 launch"});

extern constexpr Kernel cooperative_groups =
    variant_of(kSum, "reduction/cooperative-groups",
               "grid stride written with cooperative groups: one cooperative launch with a barrier of the whole grid")
        .against({"reduction/last-block", "barrier of the grid", "1 barrier"});

extern constexpr Kernel last_block =
    variant_of(kSum, "reduction/last-block",
               "grid stride in one launch: the last block to finish sums the partial sums, behind a fence")
        .against({"reduction/float4", "4-byte loads", "4 bytes per instruction"});

extern constexpr Kernel float4 =
    variant_of(kSum, "reduction/float4",
               "four 16-byte loads in flight per thread, in one launch: the last block sums the partial sums")
        .with(&Kernel::parameters, kFloat4Parameters)
        .with(&Kernel::device_memory, float4_memory)
        .with(&Kernel::in_flight_per_thread, always_in_flight<64>);

}  // namespace rooflens::kernels::reduction

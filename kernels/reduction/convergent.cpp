// Host description of reduction/convergent.
#include "kernels/reduction/convergent.hpp"

#include <algorithm>

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {
namespace {

models::Work work(const Problem& problem) {
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
std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
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

}  // namespace

constinit const Kernel convergent{
    .name = "reduction/convergent",
    .family = "reduction",
    .summary = "tree in global memory, stride halving: the active threads are contiguous",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = tree_memory<kPair>,
    .partner = {"reduction/first-add-on-load", "tree in global memory", "9 steps with 256 threads"},
    .expected_counters = expected_counters,
};

}  // namespace rooflens::kernels::reduction

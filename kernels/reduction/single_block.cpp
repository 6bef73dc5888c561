// Host description of reduction/single-block.
#include "kernels/reduction/single_block.hpp"

#include "kernels/reduction/counters.hpp"
#include "kernels/reduction/single.hpp"

namespace rooflens::kernels::reduction {
namespace {

// Besides the input: a store of each thread, then as sequential_counts(), but in global memory. Whole warps alone, as
// strided_counters() says.
std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
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

}  // namespace

constinit const Kernel single_block{
    .name = "reduction/single-block",
    .family = "reduction",
    .summary = "one block on one SM; its tree lies in global memory",
    .parameters = kSingleParameters,
    .minimum_compute_capability = {7, 5},
    .work = sum_work,
    .device_memory = sum_memory,
    .partner = {"reduction/single-block-shared", "tree in global memory", "10 steps with 1024 threads"},
    .expected_counters = expected_counters,
};

}  // namespace rooflens::kernels::reduction

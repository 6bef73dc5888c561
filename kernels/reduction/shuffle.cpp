// Host description of reduction/shuffle.
#include "kernels/reduction/shuffle.hpp"

#include "kernels/reduction/counters.hpp"

namespace rooflens::kernels::reduction {
namespace {

// Two rounds of five shuffles: all warps, then the first, whose lanes behind the last warp bring zeros.
std::vector<ExpectedCounter> expected_counters(const Problem& problem) {
  const std::int64_t block = problem["block"];
  const std::int64_t warps = block / kWarpLanes;
  return block_counters(problem, 1,
                        {.loads = 1,
                         .stores = warps,
                         .wavefronts = warps + 1,
                         .bytes = 8 * warps,
                         .additions = 5 * (block + kWarpLanes)});
}

}  // namespace

constinit const Kernel shuffle{
    .name = "reduction/shuffle",
    .family = "reduction",
    .summary = "warp shuffles instead of a shared-memory tree; one element a thread",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = tree_work<1>,
    .device_memory = tree_memory<1>,
    .partner = {"reduction/grid-stride", "bytes in flight", "1 element a thread"},
    .expected_counters = expected_counters,
    .in_flight_per_thread = always_in_flight<4>,
};

}  // namespace rooflens::kernels::reduction

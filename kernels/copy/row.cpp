// Host description of copy/row.
#include "kernels/copy/row.hpp"

#include "kernels/copy/family.hpp"

namespace rooflens::kernels::copy {

namespace {

ExpectedCounters counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t instructions = n * ceil_div(n, kWarpLanes);
  return {expect(counter::kGlobalLoads, instructions), expect(counter::kGlobalStores, instructions),
          expect(counter::kGlobalLoadSectors, row_sectors(n)), expect(counter::kGlobalStoreSectors, row_sectors(n))};
}

}  // namespace

constinit const Kernel row{
    .name = "copy/row",
    .family = "copy",
    .summary = "out = in, a matrix: a warp copies a piece of a row",
    .parameters = kMatrixParameters,
    .minimum_compute_capability = {7, 5},
    .work = matrix_work,
    .device_memory = two_matrices,
    .expected_counters = counters,
    .in_flight_per_thread = always_in_flight<4>,
};

}  // namespace rooflens::kernels::copy

// Host description of copy/column.
#include "kernels/copy/column.hpp"

#include "kernels/copy/family.hpp"

namespace rooflens::kernels::copy {

namespace {

// From eight columns on, no two rows share a sector.
ExpectedCounters counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t instructions = n * ceil_div(n, kWarpLanes);
  ExpectedCounters result{expect(counter::kGlobalLoads, instructions), expect(counter::kGlobalStores, instructions)};
  if (n >= kFloatsPerSector) {
    result.push_back(expect(counter::kGlobalLoadSectors, n * n));
    result.push_back(expect(counter::kGlobalStoreSectors, n * n));
  }
  return result;
}

}  // namespace

constinit const Kernel column{
    .name = "copy/column",
    .family = "copy",
    .summary = "out = in, a matrix: a warp copies a piece of a column, every lane in a sector of its own",
    .parameters = kMatrixParameters,
    .minimum_compute_capability = {7, 5},
    .work = matrix_work,
    .device_memory = two_matrices,
    .partner = {.name = "copy/row", .cause = "uncoalesced accesses", .dose = "32 sectors a request instead of 4"},
    .expected_counters = counters,
};

}  // namespace rooflens::kernels::copy

// Host description of divergence/lanes.
#include "kernels/divergence/lanes.hpp"

#include "kernels/divergence/family.hpp"

namespace rooflens::kernels::divergence {
namespace {

constexpr std::array kLanesParameters{kElements, kRounds,
                                      Parameter{"lanes", "lanes of a warp that take an element", 8, 1, 32}};

// A warp takes `lanes` elements in a row, which need not begin with a sector.
ExpectedCounters counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t lanes = problem["lanes"];
  const std::int64_t whole = n / lanes;
  const std::int64_t sectors = segment_sectors(whole, lanes, lanes) + segment_sectors(1, 0, n % lanes, whole * lanes);
  const std::int64_t warps = ceil_div(n, lanes);
  return {expect(counter::kGlobalLoads, warps), expect(counter::kGlobalStores, warps),
          expect(counter::kGlobalLoadSectors, sectors), expect(counter::kGlobalStoreSectors, sectors),
          expect(counter::kFfma, n * problem["rounds"])};
}

}  // namespace

constinit const Kernel lanes{
    .name = "divergence/lanes",
    .family = "divergence",
    .summary = "the chain of uniform by warps of which only `lanes` lanes work",
    .parameters = kLanesParameters,
    .minimum_compute_capability = {7, 5},
    .work = even_work,
    .device_memory = two_arrays,
    .partner = {.name = "divergence/uniform", .cause = "divergence", .dose = "lanes"},
    .expected_counters = counters,
};

}  // namespace rooflens::kernels::divergence

// Host description of shared_layout/carve-out.
#include "kernels/shared_layout/carve_out.hpp"

#include "kernels/shared_layout/family.hpp"

namespace rooflens::kernels::shared_layout {
namespace {

constexpr std::array kCarveOutParameters{
    kParameters[0],
    Parameter{"percent", "share of the SM's memory that is preferred to be shared memory, the rest being L1", 50, 0,
              100},
};

models::Work work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  models::Work work = round_trip_work(problem);
  work.operations[models::Precision::fp32] = models::Operations(n);
  work.requested.read = 2.0 * float_bytes(n);
  return work;
}

// Whole tiles of 4096: two loads, a store and a trip through the tile an element, each by rows of 32.
ExpectedCounters counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  if (n % 4096 != 0) return {expect(counter::kFadd, n)};
  const std::int64_t warps = n / kWarpLanes;
  const std::int64_t sectors = n / kFloatsPerSector;
  return {expect(counter::kFadd, n),
          expect(counter::kGlobalLoads, 2 * warps),
          expect(counter::kGlobalStores, warps),
          expect(counter::kGlobalLoadSectors, 2 * sectors),
          expect(counter::kGlobalStoreSectors, sectors),
          expect(counter::kSharedLoads, warps),
          expect(counter::kSharedStores, warps),
          expect(counter::kSharedWavefronts, 2 * warps)};
}

}  // namespace

constinit const Kernel carve_out{
    .name = "shared_layout/carve-out",
    .family = "shared_layout",
    .summary = "shared memory for resident blocks against L1 for a second load: percent decides",
    .parameters = kCarveOutParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = two_arrays,
    .expected_counters = counters,
};

}  // namespace rooflens::kernels::shared_layout

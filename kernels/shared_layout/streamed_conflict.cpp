// Host description of shared_layout/streamed-conflict.
#include "kernels/shared_layout/streamed_conflict.hpp"

#include "kernels/shared_layout/family.hpp"
#include "kernels/shared_layout/streamed.hpp"

namespace rooflens::kernels::shared_layout {
namespace {

constexpr std::array kStreamedParameters{
    kParameters[0],
    Parameter{.name = "ways",
              .summary = "lanes that meet in a bank",
              .default_value = 4,
              .minimum = 1,
              .maximum = 8,
              .power_of_two = true},
};

// In a block that is not whole some instructions run with no lane on, and whether they count is not claimed.
ExpectedCounters counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t sectors = ceil_div(n, kFloatsPerSector);
  ExpectedCounters counters{expect(counter::kGlobalLoadSectors, sectors),
                            expect(counter::kGlobalStoreSectors, sectors)};
  if (n % kStreamedBlockElements != 0) return counters;
  const std::int64_t rows = n / kWarpLanes;
  for (const std::string_view name :
       {counter::kGlobalLoads, counter::kGlobalStores, counter::kSharedLoads, counter::kSharedStores}) {
    counters.push_back(expect(name, rows));
  }
  counters.push_back(expect(counter::kSharedWavefronts, rows * (1 + problem["ways"])));
  return counters;
}

}  // namespace

constinit const Kernel streamed_conflict{
    .name = "shared_layout/streamed-conflict",
    .family = "shared_layout",
    .summary = "a stream through shared memory with a few bank conflicts that DRAM hides",
    .parameters = kStreamedParameters,
    .minimum_compute_capability = {7, 5},
    .work = round_trip_work,
    .device_memory = two_arrays,
    .expected_counters = counters,
    .in_flight_per_thread = always_in_flight<4 * kStreamedRows>,
};

}  // namespace rooflens::kernels::shared_layout

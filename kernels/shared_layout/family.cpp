// The kernels of shared_layout: a tile passes once through shared memory, written and read in the order of a layout,
// from which the counters follow.
#include <array>

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"
#include "kernels/shared_layout/conflict_family.hpp"
#include "kernels/shared_layout/layout.hpp"
#include "kernels/shared_layout/streamed.hpp"

namespace rooflens::kernels::shared_layout {
namespace {

// 2 x 512 MiB by default: far more than any L2 holds.
constexpr std::array kParameters{
    Parameter{"n", "elements; behind the last one the tile holds zeros", std::int64_t{1} << 27, 1,
              std::int64_t{1} << 33},
};

// Each tile is written once and read once. In a tile that is not whole some warps leave before they read it; its
// sectors still hold.
template <typename L>
ExpectedCounters round_trip_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t sectors = ceil_div(n, kFloatsPerSector);
  ExpectedCounters counters{expect(counter::kGlobalLoadSectors, sectors),
                            expect(counter::kGlobalStoreSectors, sectors)};
  if (n % L::kThreads != 0) return counters;
  for (const std::string_view name :
       {counter::kGlobalLoads, counter::kGlobalStores, counter::kSharedLoads, counter::kSharedStores}) {
    counters.push_back(expect(name, n / kWarpLanes));
  }
  counters.push_back(expect(counter::kSharedWavefronts, n / L::kThreads * tile_wavefronts<L>()));
  return counters;
}

constexpr std::array kConflictParameters{kThreadCount, Parameter{"ways", "lanes that meet in a bank", 32, 1, 32},
                                         kPasses};

constexpr std::array kConflictFreeParameters{kThreadCount, kPasses};

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
ExpectedCounters streamed_conflict_counters(const Problem& problem) {
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

constexpr std::array kCarveOutParameters{
    kParameters[0],
    Parameter{"percent", "share of the SM's memory that is preferred to be shared memory, the rest being L1", 50, 0,
              100},
};

models::Work carve_out_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  models::Work work = array_work(problem);
  work.operations[models::Precision::fp32] = models::Operations(n);
  work.requested.read = 2.0 * float_bytes(n);
  return work;
}

// Whole tiles of 4096: two loads, a store and a trip through the tile an element, each by rows of 32.
ExpectedCounters carve_out_counters(const Problem& problem) {
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

constexpr Kernel kRoundTrip{.parameters = kParameters, .work = array_work, .device_memory = two_arrays};
constexpr Kernel kConflict{.parameters = kConflictParameters, .work = conflict_work, .device_memory = conflict_memory};

}  // namespace

extern constexpr Kernel row_row =
    variant_of(kRoundTrip, "shared_layout/row-row", "written and read by rows: one wavefront per access")
        .with(&Kernel::expected_counters, round_trip_counters<RowRow>);

extern constexpr Kernel column_column = variant_of(kRoundTrip, "shared_layout/column-column",
                                                   "written and read by columns: 32-way bank conflicts both ways")
                                            .against({"shared_layout/row-row", "bank conflicts", "32-way, both ways"})
                                            .with(&Kernel::expected_counters, round_trip_counters<ColumnColumn>);

extern constexpr Kernel row_column = variant_of(kRoundTrip, "shared_layout/row-column",
                                                "written by rows, read by columns: 32-way bank conflicts on the loads")
                                         .against({"shared_layout/padded", "bank conflicts", "32-way"})
                                         .with(&Kernel::expected_counters, round_trip_counters<RowColumn>);

extern constexpr Kernel padded =
    variant_of(kRoundTrip, "shared_layout/padded",
               "written by rows, read by columns of a 32 × 33 tile: one wavefront per access")
        .with(&Kernel::expected_counters, round_trip_counters<Padded>);

extern constexpr Kernel dynamic =
    variant_of(kRoundTrip, "shared_layout/dynamic", "row-column in shared memory whose size is given at the launch")
        .against({"shared_layout/dynamic-padded", "bank conflicts", "32-way"})
        .with(&Kernel::expected_counters, round_trip_counters<RowColumn>);

extern constexpr Kernel dynamic_padded =
    variant_of(kRoundTrip, "shared_layout/dynamic-padded", "padded in shared memory whose size is given at the launch")
        .against({"shared_layout/padded", "dynamic shared memory", "the whole tile"})
        .with(&Kernel::expected_counters, round_trip_counters<Padded>);

extern constexpr Kernel rectangular =
    variant_of(kRoundTrip, "shared_layout/rectangular",
               "16 × 32 tile written by rows, read by columns: 16-way bank conflicts on the loads")
        .against({"shared_layout/rectangular-padded", "bank conflicts", "16-way"})
        .with(&Kernel::expected_counters, round_trip_counters<Rectangular>);

extern constexpr Kernel rectangular_padded =
    variant_of(kRoundTrip, "shared_layout/rectangular-padded",
               "16 × 34 tile written by rows, read by columns: one wavefront per access")
        .with(&Kernel::expected_counters, round_trip_counters<RectangularPadded>);

extern constexpr Kernel conflict =
    variant_of(kConflict, "shared_layout/conflict",
               "sums of words in shared memory, exactly `ways` of a warp in the same bank")
        .against({"shared_layout/conflict-free", "bank conflicts", "ways"})
        .with(&Kernel::expected_counters,
              [](const Problem& problem) { return conflict_counters(problem, problem["ways"]); });

extern constexpr Kernel conflict_free =
    variant_of(kConflict, "shared_layout/conflict-free", "the sums of conflict with every lane in a bank of its own")
        .with(&Kernel::parameters, kConflictFreeParameters)
        .with(&Kernel::expected_counters, [](const Problem& problem) { return conflict_counters(problem, 1); });

extern constexpr Kernel streamed_conflict =
    variant_of(kRoundTrip, "shared_layout/streamed-conflict",
               "a stream through shared memory with a few bank conflicts that DRAM hides")
        .with(&Kernel::parameters, kStreamedParameters)
        .with(&Kernel::expected_counters, streamed_conflict_counters)
        .with(&Kernel::in_flight_per_thread, always_in_flight<4 * kStreamedRows>);

extern constexpr Kernel carve_out =
    variant_of(kRoundTrip, "shared_layout/carve-out",
               "shared memory for resident blocks against L1 for a second load: percent decides")
        .with(&Kernel::parameters, kCarveOutParameters)
        .with(&Kernel::work, carve_out_work)
        .with(&Kernel::expected_counters, carve_out_counters);

}  // namespace rooflens::kernels::shared_layout

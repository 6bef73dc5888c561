// What the variants of shared_layout that pass a tile once through shared memory share: the parameter, the work, and
// the counters that follow from the layout.
#pragma once

#include <array>

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"
#include "kernels/shared_layout/layout.hpp"

namespace rooflens::kernels::shared_layout {

/// 2 x 512 MiB by default: far more than any L2 holds.
inline constexpr std::array kParameters{
    Parameter{"n", "elements; behind the last one the tile holds zeros", std::int64_t{1} << 27, 1,
              std::int64_t{1} << 33},
};

/// No FLOPs; 4n bytes read and 4n written at every level.
[[nodiscard]] inline models::Work round_trip_work(const Problem& problem) {
  const models::Bytes array = float_bytes(static_cast<double>(problem["n"]));
  models::Work work;
  work.requested = {array, array};
  work.ideal_l2 = {whole_sectors(array), whole_sectors(array)};
  work.compulsory = work.requested;
  return work;
}

[[nodiscard]] inline models::Bytes two_arrays(const Problem& problem) {
  return 2.0 * float_bytes(static_cast<double>(problem["n"]));
}

/// Each tile is written once and read once. In a tile that is not whole some warps leave before they read it; its
/// sectors still hold.
template <typename L>
[[nodiscard]] ExpectedCounters round_trip_counters(const Problem& problem) {
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

}  // namespace rooflens::kernels::shared_layout

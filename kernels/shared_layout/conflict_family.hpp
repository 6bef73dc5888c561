// What conflict and conflict-free share: the geometry, the work and the counters.
#pragma once

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"

namespace rooflens::kernels::shared_layout {

/// A block of 256 threads takes 32 x 32 elements, and keeps the first 32 rows twice, so that a lane can begin in any
/// row and read 32 in a row without a modulo.
inline constexpr std::int64_t kConflictBlock = 256;
inline constexpr std::int64_t kConflictTile = 1024;
inline constexpr std::int64_t kRowsRead = 32;

/// 256 MiB read by default.
inline constexpr Parameter kThreadCount{"n", "threads, each with one sum as its output", std::int64_t{1} << 24, 1,
                                        std::int64_t{1} << 31};
inline constexpr Parameter kPasses{"passes", "how often a thread reads its 32 words", 8, 1, 1024};

[[nodiscard]] inline std::int64_t conflict_blocks(const Problem& problem) {
  return ceil_div(problem["n"], kConflictBlock);
}

/// 32 additions a pass and a thread; 4 KiB read a block, 4 bytes written a thread.
[[nodiscard]] inline models::Work conflict_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  const models::Bytes read = float_bytes(static_cast<double>(conflict_blocks(problem) * kConflictTile));
  models::Work work;
  work.operations[models::Precision::fp32] =
      models::Operations(n * static_cast<double>(kRowsRead) * static_cast<double>(problem["passes"]));
  work.requested = {read, float_bytes(n)};
  work.ideal_l2 = {read, whole_sectors(float_bytes(n))};
  work.compulsory = work.requested;
  return work;
}

[[nodiscard]] inline models::Bytes conflict_memory(const Problem& problem) {
  return float_bytes(static_cast<double>(conflict_blocks(problem) * kConflictTile + problem["n"]));
}

/// A warp stores 4 rows twice and loads 32 words a lane and pass; a load takes `ways` wavefronts.
[[nodiscard]] inline ExpectedCounters conflict_counters(const Problem& problem, std::int64_t ways) {
  const std::int64_t warps = conflict_blocks(problem) * (kConflictBlock / kWarpLanes);
  const std::int64_t stores = warps * 2 * (kConflictTile / kConflictBlock);
  const std::int64_t loads = warps * kRowsRead * problem["passes"];
  return {expect(counter::kSharedStores, stores),
          expect(counter::kSharedLoads, loads),
          expect(counter::kSharedWavefronts, stores + loads * ways),
          expect(counter::kGlobalLoads, warps * (kConflictTile / kConflictBlock)),
          expect(counter::kGlobalLoadSectors, conflict_blocks(problem) * (kConflictTile / kFloatsPerSector)),
          expect(counter::kGlobalStoreSectors, ceil_div(problem["n"], kFloatsPerSector))};
}

}  // namespace rooflens::kernels::shared_layout

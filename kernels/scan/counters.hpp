// Closed forms of what the shared-memory scans of segments execute.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/counter_forms.hpp"
#include "kernels/scan/family.hpp"

namespace rooflens::kernels::scan {

/// What one block executes between loading its elements and storing them.
struct BlockCounts {
  std::int64_t instructions = 0;  ///< of one of a step's three accesses: two loads and a store
  std::int64_t wavefronts = 0;    ///< the same
  std::int64_t additions = 0;     ///< of threads
};

/// A step in which threads 0, ..., threads - 1 add at addresses `spacing` words apart.
constexpr void add_step(BlockCounts& counts, std::int64_t threads, std::int64_t spacing) {
  counts.instructions += ceil_div(threads, kWarpLanes);
  counts.wavefronts += strided_wavefronts(threads, spacing);
  counts.additions += threads;
}

/// Every element is stored once before the steps and loaded once after them (an exclusive scan leaves out the last of
/// each segment, hence the load of a warp that has the first alone); both by full warps.
[[nodiscard]] inline std::vector<ExpectedCounter> segment_counters(const Problem& problem, std::int64_t segment,
                                                                   const BlockCounts& block) {
  const std::int64_t n = problem["n"];
  const bool exclusive = problem["exclusive"] != 0;
  const std::int64_t blocks = ceil_div(n, segment);
  const std::int64_t fetches = ceil_div(n, kWarpLanes) - (exclusive && n % segment == 1 ? 1 : 0);
  const std::int64_t fetched = exclusive ? n - blocks : n;
  const std::int64_t stored = blocks * (segment / kWarpLanes);
  const auto value = [](std::int64_t count) { return static_cast<double>(count); };
  return {{counter::kGlobalLoads, value(ceil_div(n, kWarpLanes))},
          {counter::kGlobalStores, value(ceil_div(n, kWarpLanes))},
          {counter::kGlobalLoadSectors, value(ceil_div(n, kFloatsPerSector))},
          {counter::kGlobalStoreSectors, value(ceil_div(n, kFloatsPerSector))},
          {counter::kSharedLoads, value(blocks * 2 * block.instructions + fetches)},
          {counter::kSharedStores, value(blocks * block.instructions + stored)},
          {counter::kSharedWavefronts, value(blocks * 3 * block.wavefronts + stored + fetches)},
          {counter::kSharedBytes, 4.0 * value(blocks * (3 * block.additions + segment) + fetched)},
          {counter::kFadd, value(blocks * block.additions)}};
}

}  // namespace rooflens::kernels::scan

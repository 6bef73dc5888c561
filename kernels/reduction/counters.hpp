// Closed forms of what the shared-memory trees execute: exact for every n, because the threads behind the end add
// zeros.
#pragma once

#include <algorithm>
#include <vector>

#include "kernels/counter_forms.hpp"
#include "kernels/reduction/family.hpp"

namespace rooflens::kernels::reduction {

/// What one block executes: warp-wide instructions on shared memory, their wavefronts and bytes, and the threads'
/// FADDs.
struct BlockCounts {
  std::int64_t loads = 0;
  std::int64_t stores = 0;
  std::int64_t wavefronts = 0;
  std::int64_t bytes = 0;
  std::int64_t additions = 0;
};

/// Adds one step of a tree: `threads` lanes in `warps` warps, 2 loads, 1 store and 1 addition each, every access taking
/// `wavefronts` wavefronts in all warps together.
constexpr void add_step(BlockCounts& counts, std::int64_t threads, std::int64_t warps, std::int64_t wavefronts) {
  counts.loads += 2 * warps;
  counts.stores += warps;
  counts.wavefronts += 3 * wavefronts;
  counts.bytes += 3 * 4 * threads;
  counts.additions += threads;
}

/// Every thread stores its element first, and thread 0 loads the sum in the end.
[[nodiscard]] constexpr BlockCounts stored_and_fetched(std::int64_t block) {
  const std::int64_t warps = block / kWarpLanes;
  return {.loads = 1, .stores = warps, .wavefronts = warps + 1, .bytes = 4 * (block + 1), .additions = 0};
}

/// Thread t adds if t % (2s) == 0: no two lanes of a warp share a bank, but few of them run.
[[nodiscard]] constexpr BlockCounts interleaved_counts(std::int64_t block) {
  BlockCounts counts = stored_and_fetched(block);
  for (std::int64_t s = 1; s < block; s *= 2) {
    const std::int64_t warps = std::min(block / kWarpLanes, block / (2 * s));
    add_step(counts, block / (2 * s), warps, warps);
  }
  return counts;
}

/// Threads t < block / 2s add at 2st: whole warps run, and their lanes are 2s words apart.
[[nodiscard]] constexpr BlockCounts strided_counts(std::int64_t block) {
  BlockCounts counts = stored_and_fetched(block);
  for (std::int64_t s = 1; s < block; s *= 2) {
    const std::int64_t threads = block / (2 * s);
    add_step(counts, threads, ceil_div(threads, kWarpLanes), strided_wavefronts(threads, 2 * s));
  }
  return counts;
}

/// Threads t < s add at t: whole warps run without conflicts.
[[nodiscard]] constexpr BlockCounts sequential_counts(std::int64_t block) {
  BlockCounts counts = stored_and_fetched(block);
  for (std::int64_t s = block / 2; s > 0; s /= 2) add_step(counts, s, ceil_div(s, kWarpLanes), ceil_div(s, kWarpLanes));
  return counts;
}

/// The same until 64 sums are left; then one warp keeps its sums in registers and all its lanes run, but for the last
/// addition: a load for each addition and one before the first, and five stores.
[[nodiscard]] constexpr BlockCounts last_warp_counts(std::int64_t block) {
  BlockCounts counts = stored_and_fetched(block);
  for (std::int64_t s = block / 2; s > kWarpLanes; s /= 2)
    add_step(counts, s, ceil_div(s, kWarpLanes), ceil_div(s, kWarpLanes));
  const std::int64_t by_all_lanes = block > kWarpLanes ? 5 : 4;
  counts.loads += 1 + by_all_lanes;  // what thread 0 fetches is the last number it adds
  counts.stores += 5;
  counts.wavefronts += 1 + by_all_lanes + 5;
  counts.bytes += 4 * kWarpLanes * (1 + by_all_lanes + 5);
  counts.additions += kWarpLanes * by_all_lanes + 1;
  return counts;
}

/// Loads of n floats by full warps: one instruction and four sectors each, the last one fewer.
[[nodiscard]] inline std::vector<ExpectedCounter> load_counters(std::int64_t n) {
  const GlobalAccess access = global_access(n, 1, 0);
  return {{counter::kGlobalLoads, access.instructions}, {counter::kGlobalLoadSectors, access.sectors}};
}

/// Of `blocks` blocks that execute `block` each and whose threads add `per_thread` elements while they load them.
[[nodiscard]] inline std::vector<ExpectedCounter> block_counters(const Problem& problem, std::int64_t per_thread,
                                                                 const BlockCounts& block) {
  const auto blocks = static_cast<double>(tree_blocks(problem, per_thread));
  const std::int64_t on_loading = problem["block"] * (per_thread - 1);
  return with(load_counters(problem["n"]),
              {{counter::kSharedLoads, blocks * static_cast<double>(block.loads)},
               {counter::kSharedStores, blocks * static_cast<double>(block.stores)},
               {counter::kSharedWavefronts, blocks * static_cast<double>(block.wavefronts)},
               {counter::kSharedBytes, blocks * static_cast<double>(block.bytes)},
               {counter::kFadd, blocks * static_cast<double>(block.additions + on_loading)}});
}

/// The same where each block stores one partial sum.
template <std::int64_t PerThread, BlockCounts (*Count)(std::int64_t)>
[[nodiscard]] std::vector<ExpectedCounter> tree_counters(const Problem& problem) {
  std::vector<ExpectedCounter> counters = block_counters(problem, PerThread, Count(problem["block"]));
  const auto blocks = static_cast<double>(tree_blocks(problem, PerThread));
  counters.push_back({counter::kGlobalStores, blocks});
  counters.push_back({counter::kGlobalStoreSectors, blocks});
  return counters;
}

/// Where each thread runs an unrolled loop over its elements: the lanes of a warp load together as long as they have
/// equally many, so a closed form is known for whole warps alone. The rest depends on the number of SMs.
[[nodiscard]] inline std::vector<ExpectedCounter> strided_counters(const Problem& problem) {
  if (problem["n"] % kWarpLanes != 0) return {};
  return load_counters(problem["n"]);
}

}  // namespace rooflens::kernels::reduction

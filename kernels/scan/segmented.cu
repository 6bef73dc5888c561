// out[i] = in[0] + ... + in[i]    scan tiles of T = 4096, scan their sums in the same way, add those to the tiles
// flops n - 1 of a serial scan; bytes read and written 4n each, and as much again to add, but for the first tile; the
// same of n / T sums, of their sums, and so on; input and output alone are 4n bytes read and 4n written
// wasted: the output is written, read and written again, 16 bytes an element instead of 8; a launch for each level and
// step
#include <algorithm>
#include <vector>

#include "kernels/bytes.hpp"
#include "kernels/scan/prepared.cuh"
#include "kernels/scan/tile.cuh"

namespace rooflens::kernels::scan {

// `in` and `out` may be the same.
template <bool Exclusive>
__global__ void scan_tiles_kernel(const float* in, float* out, float* tile_sums, std::int64_t n) {
  TileItems<kRows> items;
  load_tile(in, n, blockIdx.x, items);
  const WarpPlace place = place_warp(scan_rows(items));
  store_tile<Exclusive>(out, n, blockIdx.x, items, place.before);
  if (threadIdx.x == 0) tile_sums[blockIdx.x] = place.total;
}

// Block b adds the sum of tiles 0, ..., b to tile b + 1.
__global__ void add_to_tiles_kernel(float* __restrict__ out, const float* __restrict__ tile_sums, std::int64_t n) {
  const float before = tile_sums[blockIdx.x];
  const std::int64_t end = min(n, (blockIdx.x + std::int64_t{2}) * tile_floats(kRows));
  std::int64_t i = (blockIdx.x + std::int64_t{1}) * tile_floats(kRows) + 4 * threadIdx.x;
#pragma unroll
  for (unsigned int k = 0; k < kRows; ++k, i += 4 * kTileThreads) {
    if (i + 4 <= end) {
      float4& v = *reinterpret_cast<float4*>(out + i);
      v = {v.x + before, v.y + before, v.z + before, v.w + before};
    } else {
      for (std::int64_t j = i; j < end; ++j) out[j] += before;
    }
  }
}

namespace {

// One level: the elements it scans, the launches that do so and, unless one tile holds them all, add the level above.
struct Level {
  std::int64_t length;
  std::int64_t sums_at;  // where in the scratch memory its tiles leave their sums, the input of the level above
  KernelLaunch<const float*, float*, float*, std::int64_t> scan;
  KernelLaunch<float*, const float*, std::int64_t> add;

  [[nodiscard]] std::int64_t tiles() const { return ceil_div(length, tile_floats(kRows)); }
};

std::vector<Level> levels_of(const Problem& problem) {
  std::vector<Level> levels;
  std::int64_t length = problem["n"];
  std::int64_t sums_at = 0;
  bool exclusive = problem["exclusive"] != 0;  // the elements alone; sums are always scanned inclusively
  for (;;) {
    const auto tiles = static_cast<unsigned int>(ceil_div(length, tile_floats(kRows)));
    levels.push_back({length,
                      sums_at,
                      {exclusive ? &scan_tiles_kernel<true> : &scan_tiles_kernel<false>,
                       "rooflens::kernels::scan::scan_tiles_kernel", dim3(tiles), dim3(kTileThreads)},
                      {ROOFLENS_NAMED(scan, add_to_tiles_kernel), dim3(std::max(tiles, 2U) - 1), dim3(kTileThreads)}});
    if (tiles == 1) return levels;
    length = tiles;
    sums_at += 4 * ceil_div(tiles, 4);  // whole vectors
    exclusive = false;
  }
}

void launch(const std::vector<Level>& levels, const ScanBuffers& buffers) {
  auto* const sums = reinterpret_cast<float*>(buffers.scratch);
  const float* in = buffers.in;
  std::vector<float*> outs;
  for (const Level& level : levels) {
    outs.push_back(outs.empty() ? buffers.out : const_cast<float*>(in));
    level.scan(in, outs.back(), sums + level.sums_at, level.length);
    in = sums + level.sums_at;
  }
  for (std::size_t l = levels.size() - 1; l-- > 0;) {
    levels[l].add(outs[l], sums + levels[l].sums_at, levels[l].length);
  }
}

std::vector<models::Launch> describe(const std::vector<Level>& levels) {
  std::vector<models::Launch> launches;
  for (const Level& level : levels) launches.push_back(level.scan.describe());
  for (std::size_t l = levels.size() - 1; l-- > 0;) launches.push_back(levels[l].add.describe());
  return launches;
}

}  // namespace

std::unique_ptr<Prepared> prepare_segmented(const Problem& problem) {
  const std::vector<Level> levels = levels_of(problem);
  const std::int64_t sums = levels.back().sums_at + levels.back().tiles();
  return make_prepared(problem, ScanPlan{.scratch = static_cast<std::size_t>(ceil_div(sums, 2)),
                                         .segment = problem["n"],
                                         .launch = [=](const ScanBuffers& b) { launch(levels, b); },
                                         .describe = [=] { return scan::describe(levels); }});
}

}  // namespace rooflens::kernels::scan

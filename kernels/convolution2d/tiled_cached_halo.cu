// for y, x in 0..n-1: out[y][x] = sum over dy, dx in -r..r of filter[dy + r][dx + r] * in[y + dy][x + dx]
// a block loads its own 32 x 32 elements into shared memory; neighbours beyond them come from L1 and L2
// flops 2 (2r + 1)^2 n^2, bytes read 4n^2 and 4 per tap outside the tile, written 4n^2
// compulsory 8n^2; wasted: lanes of a warp disagree on where a tap lies, so that it goes both ways
#include "kernels/convolution2d/prepared.cuh"

namespace rooflens::kernels::convolution2d {

template <int kRadius>
__global__ void __launch_bounds__(kTile* kTile, 1)
    tiled_cached_halo_kernel(const float* __restrict__ in, const __grid_constant__ Filter filter,
                             float* __restrict__ out, int n) {
  __shared__ float tile[kTile][kTile];
  const int tile_x = static_cast<int>(threadIdx.x);
  const int tile_y = static_cast<int>(threadIdx.y);
  const int column = static_cast<int>(blockIdx.x) * kTile + tile_x;
  const int row = static_cast<int>(blockIdx.y) * kTile + tile_y;
  if (row < n && column < n) tile[tile_y][tile_x] = in[std::int64_t{row} * n + column];
  __syncthreads();
  if (row >= n || column >= n) return;

  float sum = 0.0f;
#pragma unroll
  for (int dy = -kRadius; dy <= kRadius; ++dy) {
#pragma unroll
    for (int dx = -kRadius; dx <= kRadius; ++dx) {
      const int y = row + dy;
      const int x = column + dx;
      float element = 0.0f;
      if (y >= 0 && y < n && x >= 0 && x < n) {
        const bool in_tile = tile_y + dy >= 0 && tile_y + dy < kTile && tile_x + dx >= 0 && tile_x + dx < kTile;
        element = in_tile ? tile[tile_y + dy][tile_x + dx] : in[std::int64_t{y} * n + x];
      }
      sum += filter.at[(dy + kRadius) * (2 * kRadius + 1) + dx + kRadius] * element;
    }
  }
  out[std::int64_t{row} * n + column] = sum;
}

std::unique_ptr<Prepared> prepare_tiled_cached_halo(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return with_constant<1, kMostRadius>(problem["radius"], [&](auto radius) {
    return make_prepared<Filter>(
        problem, {tiled_cached_halo_kernel<radius()>, "rooflens::kernels::convolution2d::tiled_cached_halo_kernel",
                  dim3(grid_for(n, kTile), grid_for(n, kTile)), dim3(kTile, kTile)});
  });
}

}  // namespace rooflens::kernels::convolution2d

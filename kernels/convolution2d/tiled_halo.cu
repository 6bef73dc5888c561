// for y, x in 0..n-1: out[y][x] = sum over dy, dx in -r..r of filter[dy + r][dx + r] * in[y + dy][x + dx]
// a block loads 32 x 32 elements into shared memory and computes the (32 - 2r)^2 outputs in their middle
// flops 2 (2r + 1)^2 n^2, bytes read 4 * 32^2 / (32 - 2r)^2 n^2 (less what lies outside the image), written 4n^2
// compulsory 8n^2; wasted: the threads of the halo only load (r = 2: 240 of 1024); a shared load per multiply-add
#include "kernels/convolution2d/prepared.cuh"

namespace rooflens::kernels::convolution2d {

template <int kRadius>
__global__ void __launch_bounds__(kTile* kTile)
    tiled_halo_kernel(const float* __restrict__ in, const __grid_constant__ Filter filter, float* __restrict__ out,
                      int n) {
  constexpr int kOutputs = kTile - 2 * kRadius;
  __shared__ float tile[kTile][kTile];
  const int tile_x = static_cast<int>(threadIdx.x);
  const int tile_y = static_cast<int>(threadIdx.y);
  const int column = static_cast<int>(blockIdx.x) * kOutputs + tile_x - kRadius;
  const int row = static_cast<int>(blockIdx.y) * kOutputs + tile_y - kRadius;
  const bool inside = row >= 0 && row < n && column >= 0 && column < n;
  tile[tile_y][tile_x] = inside ? in[std::int64_t{row} * n + column] : 0.0f;
  __syncthreads();

  const bool in_the_middle =
      tile_x >= kRadius && tile_x < kTile - kRadius && tile_y >= kRadius && tile_y < kTile - kRadius;
  if (!in_the_middle || row >= n || column >= n) return;
  float sum = 0.0f;
#pragma unroll
  for (int dy = -kRadius; dy <= kRadius; ++dy) {
#pragma unroll
    for (int dx = -kRadius; dx <= kRadius; ++dx) {
      sum += filter.at[(dy + kRadius) * (2 * kRadius + 1) + dx + kRadius] * tile[tile_y + dy][tile_x + dx];
    }
  }
  out[std::int64_t{row} * n + column] = sum;
}

std::unique_ptr<Prepared> prepare_tiled_halo(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return with_constant<1, kMostRadius>(problem["radius"], [&](auto radius) {
    return make_prepared<Filter>(
        problem, {tiled_halo_kernel<radius()>, "rooflens::kernels::convolution2d::tiled_halo_kernel",
                  dim3(grid_for(n, kTile - 2 * radius()), grid_for(n, kTile - 2 * radius())), dim3(kTile, kTile)});
  });
}

}  // namespace rooflens::kernels::convolution2d

// for y, x in 0..n-1: out[y][x] = sum over dy, dx in -r..r of filter[dy + r][dx + r] * in[y + dy][x + dx]
// one thread per output, filter and image from global memory; zero outside the image
// flops 2 (2r + 1)^2 n^2, bytes read 8 (2r + 1)^2 n^2 (requested, less what lies outside the image), written 4n^2
// compulsory 8n^2; wasted: every second load is one of the filter, the same for all lanes
#include "kernels/convolution2d/prepared.cuh"

namespace rooflens::kernels::convolution2d {

template <int kRadius>
__global__ void basic_kernel(const float* __restrict__ in, const float* __restrict__ filter, float* __restrict__ out,
                             int n) {
  const int column = static_cast<int>(blockIdx.x * kBlockColumns + threadIdx.x);
  const int row = static_cast<int>(blockIdx.y * kBlockRows + threadIdx.y);
  if (column >= n || row >= n) return;
  float sum = 0.0f;
#pragma unroll
  for (int dy = -kRadius; dy <= kRadius; ++dy) {
#pragma unroll
    for (int dx = -kRadius; dx <= kRadius; ++dx) {
      const int y = row + dy;
      const int x = column + dx;
      const bool inside = y >= 0 && y < n && x >= 0 && x < n;
      const float element = inside ? in[std::int64_t{y} * n + x] : 0.0f;
      sum += filter[(dy + kRadius) * (2 * kRadius + 1) + dx + kRadius] * element;
    }
  }
  out[std::int64_t{row} * n + column] = sum;
}

std::unique_ptr<Prepared> prepare_basic(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return with_constant<1, kMostRadius>(problem["radius"], [&](auto radius) {
    return make_prepared<const float*>(
        problem, {basic_kernel<radius()>, "rooflens::kernels::convolution2d::basic_kernel",
                  dim3(grid_for(n, kBlockColumns), grid_for(n, kBlockRows)), dim3(kBlockColumns, kBlockRows)});
  });
}

}  // namespace rooflens::kernels::convolution2d

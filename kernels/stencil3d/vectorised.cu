// for every inner point of a grid: out = sum over its star of coefficient * in; elsewhere out = in
// a thread marches through 32 planes with 4 points of a row in registers; neighbours in x and y from the L1
// flops 2p - 1 per inner point, p = 6 order + 1; written 4N, compulsory 8N; N = n^3 points; wasted: little
// bytes read 4 (32 + 2 order) / 32 N for its own points, and per inner point 4 (2 order + 2 x / 4) for neighbours
// (x: order, but 4 for order 3), less what lies outside the grid
#include "kernels/device/four.cuh"
#include "kernels/stencil3d/prepared.cuh"
#include "kernels/stencil3d/star.cuh"

namespace rooflens::kernels::stencil3d {

template <int kOrder, bool kAligned>
__global__ void __launch_bounds__(kVectorColumns / 4 * kVectorRows)
    vectorised_kernel(const float* __restrict__ in, const __grid_constant__ StarCoefficients coefficients,
                      float* __restrict__ out, int n) {
  const int x = static_cast<int>(blockIdx.x) * kVectorColumns + 4 * static_cast<int>(threadIdx.x);
  const int y = static_cast<int>(blockIdx.y) * kVectorRows + static_cast<int>(threadIdx.y);
  if (x >= n || y >= n) return;
  const int first = static_cast<int>(blockIdx.z) * kPlanes;
  const int end = first + kPlanes < n ? first + kPlanes : n;
  const std::int64_t plane = std::int64_t{n} * n;
  const float* __restrict__ row = in + std::int64_t{y} * n;

  float along[2 * kOrder + 1][4];  // these points of planes z - kOrder to z + kOrder
#pragma unroll
  for (int d = 1; d <= 2 * kOrder; ++d) {
    const int z = first - kOrder + d - 1;
    load_four<kAligned>(along[d], row + z * plane, x, on_grid(z, n) ? n : 0);
  }
  for (int z = first; z < end; ++z) {
#pragma unroll
    for (int d = 0; d < 2 * kOrder; ++d) {
#pragma unroll
      for (int j = 0; j < 4; ++j) along[d][j] = along[d + 1][j];
    }
    load_four<kAligned>(along[2 * kOrder], row + (z + kOrder) * plane, x, z + kOrder < n ? n : 0);

    float results[4] = {along[kOrder][0], along[kOrder][1], along[kOrder][2], along[kOrder][3]};
    if (inner<kOrder>(y, n) && inner<kOrder>(z, n)) {
      float in_x[12];  // x - 4 to x + 7
      float in_y[2 * kOrder + 1][4];
      load_four<kAligned>(in_x, row + z * plane, x - 4, n);
      load_four<kAligned>(in_x + 8, row + z * plane, x + 4, n);
#pragma unroll
      for (int j = 0; j < 4; ++j) in_x[4 + j] = along[kOrder][j];
#pragma unroll
      for (int d = -kOrder; d <= kOrder; ++d) {
        if (d != 0) load_four<kAligned>(in_y[kOrder + d], row + z * plane + std::int64_t{d} * n, x, n);
      }
#pragma unroll
      for (int j = 0; j < 4; ++j) {
        const float sum = star<kOrder, 3>(coefficients, [&](int dx, int dy, int dz) {
          return dx != 0 ? in_x[4 + j + dx] : dy != 0 ? in_y[kOrder + dy][j] : along[kOrder + dz][j];
        });
        results[j] = inner<kOrder>(x + j, n) ? sum : results[j];
      }
    }
    store_four<kAligned>(out + z * plane + std::int64_t{y} * n, results, x, n);
  }
}

std::unique_ptr<Prepared> prepare_vectorised(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return with_constant<1, kMostOrder>(problem["order"], [&](auto order) {
    return make_prepared(problem, {n % 4 == 0 ? vectorised_kernel<order(), true> : vectorised_kernel<order(), false>,
                                   "rooflens::kernels::stencil3d::vectorised_kernel",
                                   dim3(grid_for(n, kVectorColumns), grid_for(n, kVectorRows), grid_for(n, kPlanes)),
                                   dim3(kVectorColumns / 4, kVectorRows)});
  });
}

}  // namespace rooflens::kernels::stencil3d

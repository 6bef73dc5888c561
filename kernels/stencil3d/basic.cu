// for every inner point of a grid: out = sum over its star of coefficient * in; elsewhere out = in
// one thread per point, every neighbour from global memory; p = 2 dimensions order + 1 points in a star, N in all
// flops 2p - 1 per inner point, bytes read 4p per inner point and 4 per other (requested), written 4N; compulsory 8N
// wasted: a point is loaded p times, from L1 or L2; neighbours in z from L2
#include "kernels/stencil3d/prepared.cuh"
#include "kernels/stencil3d/star.cuh"

namespace rooflens::kernels::stencil3d {

template <int kOrder, int kDimensions>
__global__ void basic_kernel(const float* __restrict__ in, const __grid_constant__ StarCoefficients coefficients,
                             float* __restrict__ out, int n) {
  const int x = static_cast<int>(blockIdx.x * kBlockColumns + threadIdx.x);
  const int y = static_cast<int>(blockIdx.y * kBlockRows + threadIdx.y);
  const int z = static_cast<int>(blockIdx.z);
  if (x >= n || y >= n) return;
  const std::int64_t row = n;
  const std::int64_t plane = row * n;
  const std::int64_t i = z * plane + y * row + x;
  const bool computed = inner<kOrder>(x, n) && inner<kOrder>(y, n) && (kDimensions == 2 || inner<kOrder>(z, n));
  out[i] = computed ? star<kOrder, kDimensions>(
                          coefficients, [&](int dx, int dy, int dz) { return in[i + dz * plane + dy * row + dx]; })
                    : in[i];
}

namespace {

template <int kDimensions>
std::unique_ptr<Prepared> prepare_dimensions(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const dim3 grid(grid_for(n, kBlockColumns), grid_for(n, kBlockRows), kDimensions == 3 ? grid_for(n, 1) : 1U);
  return with_constant<1, kMostOrder>(problem["order"], [&](auto order) {
    return make_prepared(problem, {basic_kernel<order(), kDimensions>, "rooflens::kernels::stencil3d::basic_kernel",
                                   grid, dim3(kBlockColumns, kBlockRows)});
  });
}

}  // namespace

std::unique_ptr<Prepared> prepare_basic(const Problem& problem) {
  return problem["dimensions"] == 3 ? prepare_dimensions<3>(problem) : prepare_dimensions<2>(problem);
}

}  // namespace rooflens::kernels::stencil3d

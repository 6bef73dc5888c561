// for i in 0..n-1: out[i] = sum over k in 1..r of c[k - 1] * (in[i + k] - in[i - k]), zero outside the array
// as constant-coefficients, but the coefficients come from global memory through the read-only path of the L1
// flops (3r - 1) n, bytes read 12r n (requested, less what lies outside the array), bytes written 4n; compulsory 8n
// wasted: all lanes load the same coefficient, so that every third load moves 4 bytes where it could move 128
#include "kernels/stencil1d/prepared.cuh"

namespace rooflens::kernels::stencil1d {

template <int kRadius>
__global__ void __launch_bounds__(kBlock)
    read_only_cache_kernel(const float* __restrict__ in, const float* __restrict__ coefficients,
                           float* __restrict__ out, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kBlock + threadIdx.x;
  if (i >= n) return;
  const auto at = [&](int d) { return i + d >= 0 && i + d < n ? in[i + d] : 0.0f; };
  float sum = __ldg(&coefficients[0]) * (at(1) - at(-1));
#pragma unroll
  for (int k = 1; k < kRadius; ++k) sum += __ldg(&coefficients[k]) * (at(k + 1) - at(-k - 1));
  out[i] = sum;
}

std::unique_ptr<Prepared> prepare_read_only_cache(const Problem& problem) {
  const dim3 grid(grid_for(problem["n"], kBlock));
  return with_constant<1, kMostRadius>(problem["radius"], [&](auto radius) {
    return make_prepared<const float*>(
        problem,
        {read_only_cache_kernel<radius()>, "rooflens::kernels::stencil1d::read_only_cache_kernel", grid, dim3(kBlock)});
  });
}

}  // namespace rooflens::kernels::stencil1d

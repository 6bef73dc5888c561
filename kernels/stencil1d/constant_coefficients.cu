// for i in 0..n-1: out[i] = sum over k in 1..r of c[k - 1] * (in[i + k] - in[i - k]), zero outside the array
// one thread per output, coefficients in constant memory, elements from global memory
// flops (3r - 1) n, bytes read 8r n (requested, less what lies outside the array), bytes written 4n; compulsory 8n
// wasted: an element is loaded 2r times, mostly from the L1
#include "kernels/stencil1d/prepared.cuh"

namespace rooflens::kernels::stencil1d {

template <int kRadius>
__global__ void __launch_bounds__(kBlock)
    constant_coefficients_kernel(const float* __restrict__ in, const __grid_constant__ Coefficients coefficients,
                                 float* __restrict__ out, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * kBlock + threadIdx.x;
  if (i >= n) return;
  const auto at = [&](int d) { return i + d >= 0 && i + d < n ? in[i + d] : 0.0f; };
  float sum = coefficients.at[0] * (at(1) - at(-1));
#pragma unroll
  for (int k = 1; k < kRadius; ++k) sum += coefficients.at[k] * (at(k + 1) - at(-k - 1));
  out[i] = sum;
}

std::unique_ptr<Prepared> prepare_constant_coefficients(const Problem& problem) {
  const dim3 grid(grid_for(problem["n"], kBlock));
  return with_constant<1, kMostRadius>(problem["radius"], [&](auto radius) {
    return make_prepared<Coefficients>(
        problem, {constant_coefficients_kernel<radius()>, "rooflens::kernels::stencil1d::constant_coefficients_kernel",
                  grid, dim3(kBlock)});
  });
}

}  // namespace rooflens::kernels::stencil1d

// for i in 0..n-1: out[i] = sum over k in 1..r of c[k - 1] * (in[i + k] - in[i - k]), zero outside the array
// a block of 256 threads loads its 256 + 2r elements into shared memory; coefficients in constant memory
// flops (3r - 1) n, bytes read 4 (256 + 2r) / 256 n (less what lies outside the array), bytes written 4n; compulsory 8n
// wasted: 2r shared loads for an output
#include "kernels/stencil1d/prepared.cuh"

namespace rooflens::kernels::stencil1d {

template <int kRadius>
__global__ void __launch_bounds__(kBlock)
    shared_tile_kernel(const float* __restrict__ in, const __grid_constant__ Coefficients coefficients,
                       float* __restrict__ out, std::int64_t n) {
  __shared__ float tile[kBlock + 2 * kRadius];
  const int thread = static_cast<int>(threadIdx.x);
  const std::int64_t first = std::int64_t{blockIdx.x} * kBlock;
  const auto element = [&](std::int64_t i) { return i >= 0 && i < n ? in[i] : 0.0f; };
  tile[thread] = element(first + thread - kRadius);
  if (thread < 2 * kRadius) tile[kBlock + thread] = element(first + kBlock + thread - kRadius);
  __syncthreads();
  if (first + thread >= n) return;
  const auto at = [&](int d) { return tile[thread + kRadius + d]; };
  float sum = coefficients.at[0] * (at(1) - at(-1));
#pragma unroll
  for (int k = 1; k < kRadius; ++k) sum += coefficients.at[k] * (at(k + 1) - at(-k - 1));
  out[first + thread] = sum;
}

std::unique_ptr<Prepared> prepare_shared_tile(const Problem& problem) {
  const dim3 grid(grid_for(problem["n"], kBlock));
  return with_constant<1, kMostRadius>(problem["radius"], [&](auto radius) {
    return make_prepared<Coefficients>(
        problem,
        {shared_tile_kernel<radius()>, "rooflens::kernels::stencil1d::shared_tile_kernel", grid, dim3(kBlock)});
  });
}

}  // namespace rooflens::kernels::stencil1d

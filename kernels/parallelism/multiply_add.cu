// for i in 0..n-1: out[i] = 513 in[i]         512 multiply-adds, the first `fused` by one FMA, the others by two
// flops 1024n, bytes read 4n, bytes written 4n; intensity 128: the FP32 roof, not memory, is the limit
// wasted: 512 - fused instructions an element: 1024 - fused do what 512 FMAs do
#include <array>
#include <string>

#include "kernels/parallelism/prepared.cuh"

namespace rooflens::kernels::parallelism {

constexpr std::int64_t kFusedStep = 128;

// `one` is 1.
template <int fused>
__global__ void multiply_add_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, float one) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float step = in[i];
  float x = step;
#pragma unroll 32
  for (int k = 0; k < fused; ++k) x = __fmaf_rn(one, x, step);
#pragma unroll 32
  for (int k = fused; k < kChainFmas; ++k) x = __fadd_rn(__fmul_rn(one, x), step);  // which must not be fused
  out[i] = x;
}

constexpr std::array kMultiplyAddKernels{multiply_add_kernel<0>, multiply_add_kernel<128>, multiply_add_kernel<256>,
                                         multiply_add_kernel<384>};

std::unique_ptr<Prepared> prepare_multiply_add(const Problem& problem) {
  const std::int64_t fused = problem["fused"];
  return make_prepared(problem,
                       {kMultiplyAddKernels[static_cast<std::size_t>(fused / kFusedStep)],
                        "rooflens::kernels::parallelism::multiply_add_kernel<" + std::to_string(fused) + ">",
                        dim3(grid_for(problem["n"], kBlock)), dim3(kBlock)},
                       kChainFactor);
}

}  // namespace rooflens::kernels::parallelism

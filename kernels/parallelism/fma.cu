// for i in 0..n-1: out[i] = 513 in[i]         a chain of 512 fused multiply-adds, one thread per element
// flops 1024n, bytes read 4n, bytes written 4n; intensity 128: the FP32 roof, not memory, is the limit
#include "kernels/parallelism/prepared.cuh"

namespace rooflens::kernels::parallelism {

// `one` is 1. A multiply-add waits for the one before it: enough warps must be resident.
__global__ void fma_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, float one) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float step = in[i];
  float x = step;
#pragma unroll 32
  for (int k = 0; k < kChainFmas; ++k) x = __fmaf_rn(one, x, step);
  out[i] = x;
}

std::unique_ptr<Prepared> prepare_fma(const Problem& problem) {
  return make_prepared(problem,
                       {ROOFLENS_NAMED(parallelism, fma_kernel), dim3(grid_for(problem["n"], kBlock)), dim3(kBlock)},
                       kChainFactor);
}

}  // namespace rooflens::kernels::parallelism

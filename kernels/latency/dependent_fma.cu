// for k in 1..fmas: x = 1 x + in[i]           one chain a thread, one warp a scheduler: each FMA waits for the last one
// flops 2 fmas a thread, bytes read 4, bytes written 4 a thread; 128 threads a block
// wasted: the scheduler's time between an FMA and the next, its latency; more warps or more chains would fill it
#include "kernels/latency/prepared.cuh"

namespace rooflens::kernels::latency {

// `one` is 1.
__global__ void dependent_fma_kernel(const float* __restrict__ in, float* __restrict__ out, int fmas, float one) {
  const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float step = in[i];
  float x = step;
#pragma unroll 8
  for (int k = 0; k < fmas; ++k) x = __fmaf_rn(one, x, step);
  out[i] = x;
}

std::unique_ptr<Prepared> prepare_dependent_fma(const Problem& problem) {
  return make_fmas(
      problem,
      {ROOFLENS_NAMED(latency, dependent_fma_kernel), dim3(static_cast<unsigned int>(problem["blocks"])), dim3(kBlock)},
      1);
}

}  // namespace rooflens::kernels::latency

// for i in 0..n-1: out[i] = 513 in[i]         512 FMAs an element, one thread each, blocks of any size
// flops 1024n, bytes read 4n, bytes written 4n; intensity 128: the FP32 roof, not memory, is the limit
// wasted: the last warp of a block of b threads issues for lanes that do not exist, 32 ceil(b / 32) - b of them; the
// time grows by 32 ceil(b / 32) / b
#include "kernels/parallelism/prepared.cuh"

namespace rooflens::kernels::parallelism {

// `one` is 1.
__global__ void block_size_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, float one) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float step = in[i];
  float x = step;
#pragma unroll 32
  for (int k = 0; k < kChainFmas; ++k) x = __fmaf_rn(one, x, step);
  out[i] = x;
}

std::unique_ptr<Prepared> prepare_block_size(const Problem& problem) {
  const std::int64_t block = problem["block"];
  return make_prepared(problem,
                       {ROOFLENS_NAMED(parallelism, block_size_kernel), dim3(grid_for(problem["n"], block)),
                        dim3(static_cast<unsigned int>(block))},
                       kChainFactor);
}

}  // namespace rooflens::kernels::parallelism

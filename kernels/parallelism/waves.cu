// for i in 0..n-1: out[i] = 513 in[i]         512 FMAs an element; as many equal blocks as w times fill the device
// flops 1024n, bytes read 4n, bytes written 4n; intensity 128: the FP32 roof, not memory, is the limit
// wasted: blocks of equal length take ceil(w) rounds, so SMs idle in the last; up to ceil(w) / w of the ideal time
// Every block has the same share, whatever the number of blocks.
#include "kernels/parallelism/prepared.cuh"

namespace rooflens::kernels::parallelism {

// `one` is 1.
__global__ void waves_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, float one) {
  const std::int64_t begin = n * blockIdx.x / gridDim.x;
  const std::int64_t end = n * (std::int64_t{blockIdx.x} + 1) / gridDim.x;
  for (std::int64_t i = begin + threadIdx.x; i < end; i += kBlock) {
    const float step = in[i];
    float x = step;
#pragma unroll 32
    for (int k = 0; k < kChainFmas; ++k) x = __fmaf_rn(one, x, step);
    out[i] = x;
  }
}

std::unique_ptr<Prepared> prepare_waves(const Problem& problem) {
  const std::int64_t resident =
      resident_blocks(reinterpret_cast<const void*>(waves_kernel), static_cast<int>(kBlock), 0);
  return make_prepared(
      problem,
      {ROOFLENS_NAMED(parallelism, waves_kernel), dim3(grid_for(resident * problem["waves"], 100)), dim3(kBlock)},
      kChainFactor);
}

}  // namespace rooflens::kernels::parallelism

// for i in 0..n-1: out[i] = 3104 in[i]        64 values a thread, 16 FMAs on each in turn, all in registers
// flops 2048n (2 x 16 rounds x 64 values), bytes read 4n, bytes written 4n; the 127 operations that set the values
// up and add them are left out
#include "kernels/parallelism/prepared.cuh"

namespace rooflens::kernels::parallelism {

// `one` is 1. Rounds are not unrolled, so that the values cannot be finished one after the other.
__device__ __forceinline__ float no_spill_sum(float in, float one) {
  float values[kValues];
#pragma unroll
  for (int j = 0; j < kValues; ++j) values[j] = in * static_cast<float>(j + 1);
#pragma unroll 1
  for (int round = 0; round < kRounds; ++round) {
#pragma unroll
    for (int j = 0; j < kValues; ++j) values[j] = __fmaf_rn(one, values[j], in);
  }
  float sum = 0.0f;
#pragma unroll
  for (int j = 0; j < kValues; ++j) sum += values[j];
  return sum;
}

__global__ void no_spill_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, float one) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  out[i] = no_spill_sum(in[i], one);
}

std::unique_ptr<Prepared> prepare_no_spill(const Problem& problem) {
  return make_prepared(
      problem, {ROOFLENS_NAMED(parallelism, no_spill_kernel), dim3(grid_for(problem["n"], kBlock)), dim3(kBlock)},
      kValuesFactor);
}

}  // namespace rooflens::kernels::parallelism

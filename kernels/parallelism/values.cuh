// Many values of each thread that are all alive at once: the code of the spilling kernel and of its sibling.
#pragma once

#include "kernels/parallelism/prepared.cuh"

namespace rooflens::kernels::parallelism {

/// kValuesFactor * in. `one` is 1. Rounds are not unrolled, so the values cannot be finished one after the other.
__device__ __forceinline__ float sum_of_values(float in, float one) {
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

}  // namespace rooflens::kernels::parallelism

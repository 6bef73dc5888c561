// The end of a sum in one launch: every block publishes its sum, and the one that finishes last adds them up. No block
// waits for another.
#pragma once

#include "kernels/reduction/block_sum.cuh"

namespace rooflens::kernels::reduction {

/// `block_total` counts in thread 0 alone; `partials` has room for the blocks; *finished is zero before the launch and
/// after it. All threads call it, after block_sum().
__device__ inline void finish_in_last_block(float block_total, float* partials, unsigned int* finished, float* sum) {
  __shared__ bool is_last;
  if (threadIdx.x == 0) {
    partials[blockIdx.x] = block_total;
    __threadfence();  // the sum is visible before the count that announces it
    is_last = atomicInc(finished, gridDim.x - 1) == gridDim.x - 1;
  }
  __syncthreads();
  if (!is_last) return;

  __threadfence();
  float total = 0.0f;
  for (unsigned int b = threadIdx.x; b < gridDim.x; b += blockDim.x) total += __ldcg(partials + b);
  total = block_sum(total);
  if (threadIdx.x == 0) *sum = total;
}

}  // namespace rooflens::kernels::reduction

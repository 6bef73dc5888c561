// partial[b] = sum over i in block b of in[i]    as first-add-on-load, but 64 numbers are left to one warp
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / 2 block)
// wasted: every lane of that warp adds in every step but the last, most of them in vain; the loop of the steps before
// it
#include "kernels/reduction/family.hpp"
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

__global__ void last_warp_unrolled_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  extern __shared__ float sums[];
  const std::int64_t first = std::int64_t{blockIdx.x} * (blockDim.x * 2) + threadIdx.x;
  const std::int64_t second = first + blockDim.x;
  sums[threadIdx.x] = (first < n ? in[first] : 0.0f) + (second < n ? in[second] : 0.0f);
  __syncthreads();

  for (unsigned int stride = blockDim.x / 2; stride > 32; stride /= 2) {
    if (threadIdx.x < stride) sums[threadIdx.x] += sums[threadIdx.x + stride];
    __syncthreads();
  }

  // One warp adds the 64 numbers that are left (32 in a block of one warp). What lanes behind the middle add no longer
  // matters. Lanes of a warp need not run in step, so each exchange has its barrier.
  if (threadIdx.x >= 32) return;
  volatile float* last = sums;
  const unsigned int lane = threadIdx.x;
  float sum = last[lane];
  if (blockDim.x > 32) sum += last[lane + 32];
#pragma unroll
  for (unsigned int offset = 16; offset > 1; offset /= 2) {
    __syncwarp();
    last[lane] = sum;
    __syncwarp();
    sum += last[lane + offset];
  }
  __syncwarp();
  last[lane] = sum;
  __syncwarp();
  if (lane == 0) partials[blockIdx.x] = sum + last[1];
}

std::unique_ptr<Prepared> prepare_last_warp_unrolled(const Problem& problem) {
  return make_tree(problem, ROOFLENS_NAMED(reduction, last_warp_unrolled_kernel),
                   tree_floats(static_cast<unsigned int>(problem["block"])), kPair);
}

}  // namespace rooflens::kernels::reduction

// partial[b] = sum over i in block b of in[i]    as last-warp-unrolled with the block size known to the compiler
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / 2 block)
// wasted: two loads a thread leave few bytes in flight
#include "kernels/reduction/family.hpp"
#include "kernels/reduction/for_block.hpp"
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

template <unsigned int Block>
__global__ void fully_unrolled_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  __shared__ float sums[tree_floats(Block)];
  const std::int64_t first = std::int64_t{blockIdx.x} * (blockDim.x * 2) + threadIdx.x;
  const std::int64_t second = first + blockDim.x;
  sums[threadIdx.x] = (first < n ? in[first] : 0.0f) + (second < n ? in[second] : 0.0f);
  __syncthreads();

  if constexpr (Block > 512) {
    if (threadIdx.x < 512) sums[threadIdx.x] += sums[threadIdx.x + 512];
    __syncthreads();
  }
  if constexpr (Block > 256) {
    if (threadIdx.x < 256) sums[threadIdx.x] += sums[threadIdx.x + 256];
    __syncthreads();
  }
  if constexpr (Block > 128) {
    if (threadIdx.x < 128) sums[threadIdx.x] += sums[threadIdx.x + 128];
    __syncthreads();
  }
  if constexpr (Block > 64) {
    if (threadIdx.x < 64) sums[threadIdx.x] += sums[threadIdx.x + 64];
    __syncthreads();
  }

  // One warp adds the 64 numbers that are left (32 in a block of one warp). What lanes behind the middle add no longer
  // matters. Lanes of a warp need not run in step, so each exchange has its barrier.
  if (threadIdx.x >= 32) return;
  volatile float* last = sums;
  const unsigned int lane = threadIdx.x;
  float sum = last[lane];
  if (Block > 32) sum += last[lane + 32];
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

std::unique_ptr<Prepared> prepare_fully_unrolled(const Problem& problem) {
  const auto kernel =
      for_block(problem["block"], [](auto size) { return &fully_unrolled_kernel<decltype(size)::value>; });
  return make_tree(problem, kernel, "rooflens::kernels::reduction::fully_unrolled_kernel", 0, kPair);
}

}  // namespace rooflens::kernels::reduction

// Device code that the tree variants share: loading, and the tree in shared memory with or without its last warp.
#pragma once

#include <cstdint>

namespace rooflens::kernels::reduction {

/// Shared floats that a tree of `block` threads needs: the last warp reads (and ignores) half a warp behind its sums.
[[nodiscard]] constexpr unsigned int tree_floats(unsigned int block) { return block + 16; }

/// The sum of `Count` elements of the block's share, a block apart; zeros behind the end.
template <unsigned int Count>
__device__ float load_sum(const float* __restrict__ in, std::int64_t n) {
  const std::int64_t first = std::int64_t{blockIdx.x} * (blockDim.x * Count) + threadIdx.x;
  float sum = first < n ? in[first] : 0.0f;
#pragma unroll
  for (unsigned int k = 1; k < Count; ++k) {
    const std::int64_t i = first + k * blockDim.x;
    sum += i < n ? in[i] : 0.0f;
  }
  return sum;
}

/// One step: thread t < stride adds what lies `stride` behind its sum.
__device__ inline void add_half(float* sums, unsigned int stride) {
  if (threadIdx.x < stride) sums[threadIdx.x] += sums[threadIdx.x + stride];
  __syncthreads();
}

/// sums[0] becomes the sum over the block. Every thread calls it, after a barrier.
__device__ inline void tree_sum(float* sums) {
  for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) add_half(sums, stride);
}

/// One warp adds the 64 numbers that are left (32 in a block of one warp) and stores their sum. What lanes behind the
/// middle add no longer matters. Lanes of a warp need not run in step, so each exchange has its barrier.
__device__ inline void store_last_warp_sum(volatile float* sums, unsigned int block, float* out) {
  const unsigned int lane = threadIdx.x;
  float sum = sums[lane];
  if (block > 32) sum += sums[lane + 32];
#pragma unroll
  for (unsigned int offset = 16; offset > 1; offset /= 2) {
    __syncwarp();
    sums[lane] = sum;
    __syncwarp();
    sum += sums[lane + offset];
  }
  __syncwarp();
  sums[lane] = sum;
  __syncwarp();
  if (lane == 0) *out = sum + sums[1];
}

/// Stores the block's sum, with all steps written out for `Block` threads. Called after a barrier.
template <unsigned int Block>
__device__ void store_unrolled_sum(float* sums, float* __restrict__ partials) {
  if constexpr (Block > 512) add_half(sums, 512);
  if constexpr (Block > 256) add_half(sums, 256);
  if constexpr (Block > 128) add_half(sums, 128);
  if constexpr (Block > 64) add_half(sums, 64);
  if (threadIdx.x < 32) store_last_warp_sum(sums, Block, partials + blockIdx.x);
}

}  // namespace rooflens::kernels::reduction

// partial[b] = sum over i in block b of in[i]    as fully-unrolled, but each thread adds four elements as it loads them
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / 4 block)
// wasted: a tree, a write and a start of a block for every four elements a thread
#include "kernels/reduction/family.hpp"
#include "kernels/reduction/for_block.hpp"
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

template <unsigned int Block>
__global__ void unroll_4_blocks_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  __shared__ float sums[tree_floats(Block)];
  const std::int64_t first = std::int64_t{blockIdx.x} * (blockDim.x * 4) + threadIdx.x;
  float own = first < n ? in[first] : 0.0f;
#pragma unroll
  for (unsigned int k = 1; k < 4; ++k) {
    const std::int64_t i = first + k * blockDim.x;
    own += i < n ? in[i] : 0.0f;
  }
  sums[threadIdx.x] = own;
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

  // The last warp, as in fully-unrolled.
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

std::unique_ptr<Prepared> prepare_unroll_4_blocks(const Problem& problem) {
  const auto kernel =
      for_block(problem["block"], [](auto size) { return &unroll_4_blocks_kernel<decltype(size)::value>; });
  return make_tree(problem, kernel, "rooflens::kernels::reduction::unroll_4_blocks_kernel", 0, kFour);
}

}  // namespace rooflens::kernels::reduction

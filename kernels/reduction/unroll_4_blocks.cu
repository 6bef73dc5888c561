// partial[b] = sum over i in block b of in[i]    as fully-unrolled, but each thread adds four elements as it loads them
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / 4 block)
// wasted: a tree, a write and a start of a block for every four elements a thread
#include "kernels/reduction/family.hpp"
#include "kernels/reduction/for_block.hpp"
#include "kernels/reduction/prepared.cuh"
#include "kernels/reduction/tree.cuh"

namespace rooflens::kernels::reduction {

template <unsigned int Block>
__global__ void unroll_4_blocks_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  __shared__ float sums[tree_floats(Block)];
  sums[threadIdx.x] = load_sum<kFour>(in, n);
  __syncthreads();
  store_unrolled_sum<Block>(sums, partials);
}

std::unique_ptr<Prepared> prepare_unroll_4_blocks(const Problem& problem) {
  const auto kernel =
      for_block(problem["block"], [](auto size) { return &unroll_4_blocks_kernel<decltype(size)::value>; });
  return make_tree(problem, kernel, "rooflens::kernels::reduction::unroll_4_blocks_kernel", 0, kFour);
}

}  // namespace rooflens::kernels::reduction

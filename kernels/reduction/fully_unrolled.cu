// partial[b] = sum over i in block b of in[i]    as last-warp-unrolled with the block size known to the compiler
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / 2 block)
// wasted: two loads a thread leave few bytes in flight
#include "kernels/reduction/family.hpp"
#include "kernels/reduction/for_block.hpp"
#include "kernels/reduction/prepared.cuh"
#include "kernels/reduction/tree.cuh"

namespace rooflens::kernels::reduction {

template <unsigned int Block>
__global__ void fully_unrolled_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  __shared__ float sums[tree_floats(Block)];
  sums[threadIdx.x] = load_sum<kPair>(in, n);
  __syncthreads();
  store_unrolled_sum<Block>(sums, partials);
}

std::unique_ptr<Prepared> prepare_fully_unrolled(const Problem& problem) {
  const std::int64_t block = problem["block"];
  const auto kernel = for_block(block, [](auto size) { return &fully_unrolled_kernel<decltype(size)::value>; });
  return make_prepared(problem,
                       {kernel, "rooflens::kernels::reduction::fully_unrolled_kernel",
                        dim3(grid_for(problem["n"], block * kPair)), dim3(static_cast<unsigned int>(block))},
                       kPair);
}

}  // namespace rooflens::kernels::reduction

// partial[b] = sum over i in block b of in[i]    as unroll-4-blocks with shared memory sized at the launch
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / 4 block)
// wasted: what unroll-4-blocks wastes; shared memory of either kind costs the same
#include "kernels/reduction/family.hpp"
#include "kernels/reduction/for_block.hpp"
#include "kernels/reduction/prepared.cuh"
#include "kernels/reduction/tree.cuh"

namespace rooflens::kernels::reduction {

template <unsigned int Block>
__global__ void dynamic_shared_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  extern __shared__ float sums[];
  sums[threadIdx.x] = load_sum<kFour>(in, n);
  __syncthreads();
  store_unrolled_sum<Block>(sums, partials);
}

std::unique_ptr<Prepared> prepare_dynamic_shared(const Problem& problem) {
  const auto kernel =
      for_block(problem["block"], [](auto size) { return &dynamic_shared_kernel<decltype(size)::value>; });
  return make_tree(problem, kernel, "rooflens::kernels::reduction::dynamic_shared_kernel",
                   tree_floats(static_cast<unsigned int>(problem["block"])), kFour);
}

}  // namespace rooflens::kernels::reduction

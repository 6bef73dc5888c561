// partial[b] = sum over i in block b of in[i]    each thread adds two elements as it loads them, then the tree
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / 2 block)
// wasted: a barrier after each of the steps that one warp does alone
#include "kernels/reduction/family.hpp"
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

__global__ void first_add_on_load_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  extern __shared__ float sums[];
  const std::int64_t first = std::int64_t{blockIdx.x} * (blockDim.x * 2) + threadIdx.x;
  const std::int64_t second = first + blockDim.x;
  sums[threadIdx.x] = (first < n ? in[first] : 0.0f) + (second < n ? in[second] : 0.0f);
  __syncthreads();

  for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) sums[threadIdx.x] += sums[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) partials[blockIdx.x] = sums[0];
}

std::unique_ptr<Prepared> prepare_first_add_on_load(const Problem& problem) {
  return make_tree(problem, ROOFLENS_NAMED(reduction, first_add_on_load_kernel), problem["block"], kPair);
}

}  // namespace rooflens::kernels::reduction

// sum = sum over i of in[i]    first-add-on-load, but each block adds its sum to the result with an atomic
// flops n - 1, bytes read 4n, bytes written 4; blocks = ceil(n / 2 block) atomics on one address, of 4 bytes each
// wasted: an atomic, a tree and a start of a block for two elements a thread; the order of the atomics is left to
// chance
#include "kernels/reduction/family.hpp"
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

__global__ void segmented_atomic_kernel(const float* __restrict__ in, float* __restrict__ sum, std::int64_t n) {
  extern __shared__ float sums[];
  const std::int64_t first = std::int64_t{blockIdx.x} * (blockDim.x * 2) + threadIdx.x;
  const std::int64_t second = first + blockDim.x;
  sums[threadIdx.x] = (first < n ? in[first] : 0.0f) + (second < n ? in[second] : 0.0f);
  __syncthreads();
  for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) sums[threadIdx.x] += sums[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, sums[0]);
}

std::unique_ptr<Prepared> prepare_segmented_atomic(const Problem& problem) {
  return make_prepared_atomic(problem, ROOFLENS_NAMED(reduction, segmented_atomic_kernel), kPair);
}

}  // namespace rooflens::kernels::reduction

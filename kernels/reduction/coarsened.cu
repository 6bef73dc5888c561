// sum = sum over i of in[i]    as segmented-atomic, but each thread adds 2 coarsening elements as it loads them
// flops n - 1, bytes read 4n, bytes written 4; blocks = ceil(n / (2 coarsening block)) atomics on one address
// wasted: loads that wait for the addition before them, where the compiler does not move them ahead
#include "kernels/reduction/family.hpp"
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

// A different number of elements a thread is a different kernel argument, not a different kernel.
__global__ void coarsened_kernel(const float* __restrict__ in, float* __restrict__ sum, std::int64_t n,
                                 unsigned int per_thread) {
  extern __shared__ float sums[];
  const std::int64_t first = std::int64_t{blockIdx.x} * (blockDim.x * per_thread) + threadIdx.x;
  float own = first < n ? in[first] : 0.0f;
#pragma unroll 4
  for (unsigned int k = 1; k < per_thread; ++k) {
    const std::int64_t i = first + k * blockDim.x;
    own += i < n ? in[i] : 0.0f;
  }
  sums[threadIdx.x] = own;
  __syncthreads();
  for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) sums[threadIdx.x] += sums[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicAdd(sum, sums[0]);
}

std::unique_ptr<Prepared> prepare_coarsened(const Problem& problem) {
  const auto per_thread = static_cast<unsigned int>(kPair * problem["coarsening"]);
  return make_prepared_atomic(problem, ROOFLENS_NAMED(reduction, coarsened_kernel), per_thread, per_thread);
}

}  // namespace rooflens::kernels::reduction

// partial[b] = sum over i in block b of in[i]    tree with strides block/2, ..., 2, 1: thread t adds if t < s
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / block)
// wasted: half of the threads only load; one load per thread leaves few bytes in flight
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

__global__ void sequential_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  extern __shared__ float sums[];
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  sums[threadIdx.x] = i < n ? in[i] : 0.0f;
  __syncthreads();

  for (unsigned int stride = blockDim.x / 2; stride > 0; stride /= 2) {
    if (threadIdx.x < stride) sums[threadIdx.x] += sums[threadIdx.x + stride];
    __syncthreads();
  }
  if (threadIdx.x == 0) partials[blockIdx.x] = sums[0];
}

std::unique_ptr<Prepared> prepare_sequential(const Problem& problem) {
  return make_tree(problem, ROOFLENS_NAMED(reduction, sequential_kernel), problem["block"]);
}

}  // namespace rooflens::kernels::reduction

// partial[b] = sum over i in block b of in[i]    tree with strides 1, 2, 4, ...: thread t < block / 2s adds at 2st
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / block)
// wasted: the lanes of a warp are 2s words apart, so a step of 256 threads takes 2, 4, 8, 8, 8, 4, 2, 1 wavefronts an
// access: as many in all as interleaved-modulo, whose idle lanes became bank conflicts one for one
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

__global__ void strided_index_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  extern __shared__ float sums[];
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  sums[threadIdx.x] = i < n ? in[i] : 0.0f;
  __syncthreads();

  for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
    const unsigned int index = 2 * stride * threadIdx.x;
    if (index < blockDim.x) sums[index] += sums[index + stride];
    __syncthreads();
  }

  if (threadIdx.x == 0) partials[blockIdx.x] = sums[0];
}

std::unique_ptr<Prepared> prepare_strided_index(const Problem& problem) {
  return make_tree(problem, ROOFLENS_NAMED(reduction, strided_index_kernel), problem["block"]);
}

}  // namespace rooflens::kernels::reduction

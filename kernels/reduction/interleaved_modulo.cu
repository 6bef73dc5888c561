// partial[b] = sum over i in block b of in[i]    tree with strides 1, 2, 4, ...: thread t adds if t % (2s) == 0
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / block)
// wasted: in every step all warps run and few lanes add; 5.4 of 32 lanes on average with 256 threads; and the remainder
// of an integer that is no constant takes some twenty instructions
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

__global__ void interleaved_modulo_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  extern __shared__ float sums[];
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  sums[threadIdx.x] = i < n ? in[i] : 0.0f;
  __syncthreads();

  for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
    if (threadIdx.x % (2 * stride) == 0) sums[threadIdx.x] += sums[threadIdx.x + stride];
    __syncthreads();
  }

  if (threadIdx.x == 0) partials[blockIdx.x] = sums[0];
}

std::unique_ptr<Prepared> prepare_interleaved_modulo(const Problem& problem) {
  return make_tree(problem, ROOFLENS_NAMED(reduction, interleaved_modulo_kernel), problem["block"]);
}

}  // namespace rooflens::kernels::reduction

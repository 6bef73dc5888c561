// partial[b] = sum over i in block b of in[i]
// tree in place in global memory, strides block, ..., 2, 1: t adds if t < s
// flops n - blocks; an addition reads 8 bytes and writes 4, so 8 (n - blocks) + 4 blocks bytes read, 4n written by the
// threads; input and partial sums alone are 4n and 4 blocks; blocks = ceil(n / 2 block)
// wasted: each step goes through global memory (the L1 holds it, its latency remains) and overwrites half of the input
#include "kernels/reduction/family.hpp"
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

// No __restrict__: what one thread writes, others read.
__global__ void convergent_kernel(float* data, float* partials, std::int64_t n) {
  const std::int64_t first = std::int64_t{blockIdx.x} * (kPair * blockDim.x);
  float* const share = data + first;
  const std::int64_t count = n - first;
  const unsigned int thread = threadIdx.x;
  for (unsigned int stride = blockDim.x; stride > 0; stride /= 2) {
    if (thread < stride && thread + stride < count) share[thread] += share[thread + stride];
    __syncthreads();
  }
  if (thread == 0) partials[blockIdx.x] = share[0];
}

std::unique_ptr<Prepared> prepare_convergent(const Problem& problem) {
  const std::int64_t block = problem["block"];
  return make_prepared_in_place(problem,
                                {ROOFLENS_NAMED(reduction, convergent_kernel),
                                 dim3(grid_for(problem["n"], block * kPair)), dim3(static_cast<unsigned int>(block))},
                                kPair);
}

}  // namespace rooflens::kernels::reduction

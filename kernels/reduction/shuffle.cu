// partial[b] = sum over i in block b of in[i]    warps sum by shuffles, then one warp sums their sums
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / block)
// wasted: all 32 lanes add in each of the 5 steps, of which 31 additions in 160 count; one load per thread leaves few
// bytes in flight
#include "kernels/reduction/block_sum.cuh"
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

__global__ void shuffle_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const float sum = block_sum(i < n ? in[i] : 0.0f);
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
}

std::unique_ptr<Prepared> prepare_shuffle(const Problem& problem) {
  const std::int64_t block = problem["block"];
  return make_prepared(problem, {shuffle_kernel, "rooflens::kernels::reduction::shuffle_kernel",
                                 dim3(grid_for(problem["n"], block)), dim3(static_cast<unsigned int>(block))});
}

}  // namespace rooflens::kernels::reduction

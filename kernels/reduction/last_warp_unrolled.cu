// partial[b] = sum over i in block b of in[i]    as first-add-on-load, but 64 numbers are left to one warp
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / 2 block)
// wasted: every lane of that warp adds in every step but the last, most of them in vain; the loop of the steps before
// it
#include "kernels/reduction/family.hpp"
#include "kernels/reduction/prepared.cuh"
#include "kernels/reduction/tree.cuh"

namespace rooflens::kernels::reduction {

__global__ void last_warp_unrolled_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  extern __shared__ float sums[];
  sums[threadIdx.x] = load_sum<kPair>(in, n);
  __syncthreads();

  for (unsigned int stride = blockDim.x / 2; stride > 32; stride /= 2) add_half(sums, stride);
  if (threadIdx.x < 32) store_last_warp_sum(sums, blockDim.x, partials + blockIdx.x);
}

std::unique_ptr<Prepared> prepare_last_warp_unrolled(const Problem& problem) {
  const std::int64_t block = problem["block"];
  return make_prepared(problem,
                       {last_warp_unrolled_kernel, "rooflens::kernels::reduction::last_warp_unrolled_kernel",
                        dim3(grid_for(problem["n"], block * kPair)), dim3(static_cast<unsigned int>(block)),
                        tree_floats(static_cast<unsigned int>(block)) * sizeof(float)},
                       kPair);
}

}  // namespace rooflens::kernels::reduction

// reduction/last-warp-unrolled on the device.
#include "kernels/reduction/last_warp_unrolled.hpp"

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

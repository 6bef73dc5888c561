// reduction/first-add-on-load on the device.
#include "kernels/reduction/first_add_on_load.hpp"

#include "kernels/reduction/family.hpp"
#include "kernels/reduction/prepared.cuh"
#include "kernels/reduction/tree.cuh"

namespace rooflens::kernels::reduction {

__global__ void first_add_on_load_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  extern __shared__ float sums[];
  sums[threadIdx.x] = load_sum<kPair>(in, n);
  __syncthreads();

  tree_sum(sums);
  if (threadIdx.x == 0) partials[blockIdx.x] = sums[0];
}

std::unique_ptr<Prepared> prepare_first_add_on_load(const Problem& problem) {
  const std::int64_t block = problem["block"];
  return make_prepared(problem,
                       {first_add_on_load_kernel, "rooflens::kernels::reduction::first_add_on_load_kernel",
                        dim3(grid_for(problem["n"], block * kPair)), dim3(static_cast<unsigned int>(block)),
                        static_cast<std::size_t>(block) * sizeof(float)},
                       kPair);
}

}  // namespace rooflens::kernels::reduction

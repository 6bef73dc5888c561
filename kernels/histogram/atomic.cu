// counts[b] = how many in[i] are b    a thread an element, an atomic each on the counts in global memory
// flops 0, bytes read 4n, of which 4n go on to the L2 as atomics; input and counts alone are 4n and 4 bins
// wasted: atomics on one address follow one another in the L2: the fewer bins there are, or the more skewed, the longer
#include "kernels/histogram/prepared.cuh"

namespace rooflens::kernels::histogram {

__global__ void atomic_kernel(const std::uint32_t* __restrict__ in, std::uint32_t* __restrict__ counts, std::int64_t n,
                              unsigned int /*bins*/) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(counts + in[i], 1U);
}

std::unique_ptr<Prepared> prepare_atomic(const Problem& problem) {
  const std::int64_t block = problem["block"];
  return make_prepared(problem, Launch{ROOFLENS_NAMED(histogram, atomic_kernel), dim3(grid_for(problem["n"], block)),
                                       dim3(static_cast<unsigned int>(block))});
}

}  // namespace rooflens::kernels::histogram

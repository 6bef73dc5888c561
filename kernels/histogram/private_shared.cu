// counts[b] = how many in[i] are b
// a thread an element; each block counts in shared memory and adds its counts to the result
// flops 0, bytes read 4n, bytes written 4 bins
// besides, an atomic for each bin that a block meets, in ceil(n / block) blocks
// wasted: every block clears and adds up all bins, after one element a thread
#include "kernels/histogram/prepared.cuh"

namespace rooflens::kernels::histogram {

__global__ void private_shared_kernel(const std::uint32_t* __restrict__ in, std::uint32_t* __restrict__ counts,
                                      std::int64_t n, unsigned int bins) {
  extern __shared__ std::uint32_t own[];
  for (unsigned int i = threadIdx.x; i < bins; i += blockDim.x) own[i] = 0;
  __syncthreads();
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(own + in[i], 1U);

  __syncthreads();
  for (unsigned int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    if (own[bin] > 0) atomicAdd(counts + bin, own[bin]);  // a bin that the block did not meet costs no atomic
  }
}

std::unique_ptr<Prepared> prepare_private_shared(const Problem& problem) {
  const std::int64_t block = problem["block"];
  return make_prepared(problem, Launch{ROOFLENS_NAMED(histogram, private_shared_kernel),
                                       dim3(grid_for(problem["n"], block)), dim3(static_cast<unsigned int>(block)),
                                       static_cast<std::size_t>(problem["bins"]) * sizeof(std::uint32_t)});
}

}  // namespace rooflens::kernels::histogram

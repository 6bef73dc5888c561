// counts[b] = how many in[i] are b    blocks that fill the device once; each thread counts every gridth element
// flops 0, bytes read 4n, bytes written 4 bins
// besides, an atomic for each bin that a block meets; blocks = SMs x resident blocks, known on the device alone
// wasted: lanes that meet in a bank or a bin wait for each other
#include "kernels/histogram/prepared.cuh"

namespace rooflens::kernels::histogram {

__global__ void coarsened_interleaved_kernel(const std::uint32_t* __restrict__ in, std::uint32_t* __restrict__ counts,
                                             std::int64_t n, unsigned int bins) {
  extern __shared__ std::uint32_t own[];
  for (unsigned int i = threadIdx.x; i < bins; i += blockDim.x) own[i] = 0;
  __syncthreads();
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
#pragma unroll 4
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step)
    atomicAdd(own + in[i], 1U);

  __syncthreads();
  for (unsigned int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    if (own[bin] > 0) atomicAdd(counts + bin, own[bin]);  // a bin that the block did not meet costs no atomic
  }
}

std::unique_ptr<Prepared> prepare_coarsened_interleaved(const Problem& problem) {
  return make_filling(problem, ROOFLENS_NAMED(histogram, coarsened_interleaved_kernel), problem["bins"]);
}

}  // namespace rooflens::kernels::histogram

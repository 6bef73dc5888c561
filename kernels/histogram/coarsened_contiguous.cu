// counts[b] = how many in[i] are b
// blocks that fill the device once; each thread counts a stretch of consecutive elements
// flops 0, bytes read 4n, bytes written 4 bins
// besides, an atomic for each bin that a block meets; blocks = SMs x resident blocks, known on the device alone
// wasted: the lanes of a warp are a stretch apart: 32 sectors per load, which only the L1 may save for the next seven
#include "kernels/histogram/prepared.cuh"

namespace rooflens::kernels::histogram {

__global__ void coarsened_contiguous_kernel(const std::uint32_t* __restrict__ in, std::uint32_t* __restrict__ counts,
                                            std::int64_t n, unsigned int bins) {
  extern __shared__ std::uint32_t own[];
  for (unsigned int i = threadIdx.x; i < bins; i += blockDim.x) own[i] = 0;
  __syncthreads();
  const std::int64_t threads = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t stretch = (n + threads - 1) / threads;
  const std::int64_t begin = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) * stretch;
  const std::int64_t end = min(begin + stretch, n);
#pragma unroll 4
  for (std::int64_t i = begin; i < end; ++i) atomicAdd(own + in[i], 1U);

  __syncthreads();
  for (unsigned int bin = threadIdx.x; bin < bins; bin += blockDim.x) {
    if (own[bin] > 0) atomicAdd(counts + bin, own[bin]);  // a bin that the block did not meet costs no atomic
  }
}

std::unique_ptr<Prepared> prepare_coarsened_contiguous(const Problem& problem) {
  return make_filling(problem, ROOFLENS_NAMED(histogram, coarsened_contiguous_kernel), problem["bins"]);
}

}  // namespace rooflens::kernels::histogram

// counts[b] = how many in[i] are b
// as coarsened-interleaved, but a thread adds a run of equal elements with one atomic
// flops 0, bytes read 4n, bytes written 4 bins
// besides, an atomic for each bin that a block meets; blocks = SMs x resident blocks, known on the device alone
// wasted: a comparison and a branch an element, in vain where neighbours differ, as with uniform input
#include "kernels/histogram/prepared.cuh"

namespace rooflens::kernels::histogram {

__global__ void aggregated_kernel(const std::uint32_t* __restrict__ in, std::uint32_t* __restrict__ counts,
                                  std::int64_t n, unsigned int bins) {
  extern __shared__ std::uint32_t own[];
  for (unsigned int i = threadIdx.x; i < bins; i += blockDim.x) own[i] = 0;
  __syncthreads();
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  std::uint32_t run = 0;  // elements of `bin` that are not yet counted
  std::uint32_t bin = 0;
#pragma unroll 4
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) {
    const std::uint32_t here = in[i];
    if (here != bin) {
      if (run > 0) atomicAdd(own + bin, run);
      bin = here;
      run = 0;
    }
    ++run;
  }
  if (run > 0) atomicAdd(own + bin, run);

  __syncthreads();
  for (unsigned int b = threadIdx.x; b < bins; b += blockDim.x) {
    if (own[b] > 0) atomicAdd(counts + b, own[b]);  // a bin that the block did not meet costs no atomic
  }
}

std::unique_ptr<Prepared> prepare_aggregated(const Problem& problem) {
  return make_filling(problem, ROOFLENS_NAMED(histogram, aggregated_kernel), problem["bins"]);
}

}  // namespace rooflens::kernels::histogram

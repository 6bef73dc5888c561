// out[i] = sum of in over i's segment up to i
// a block a segment of S = block elements: s = 1, 2, 4, ...: t adds if t >= s
// flops S log2 S - (S - 1) in each of ceil(n / S) blocks, bytes read 4n, bytes written 4n
// wasted: log2 S additions an element where one would do; two barriers in each step, as all read before any writes
#include "kernels/scan/prepared.cuh"

namespace rooflens::kernels::scan {

template <bool Exclusive>
__global__ void kogge_stone_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  extern __shared__ float sums[];
  const unsigned int thread = threadIdx.x;
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + thread;
  sums[thread] = i < n ? in[i] : 0.0f;
  __syncthreads();

  for (unsigned int stride = 1; stride < blockDim.x; stride *= 2) {
    float sum = 0.0f;
    if (thread >= stride) sum = sums[thread] + sums[thread - stride];
    __syncthreads();
    if (thread >= stride) sums[thread] = sum;
    __syncthreads();
  }

  if (i >= n) return;
  if constexpr (Exclusive) {
    out[i] = thread == 0 ? 0.0f : sums[thread - 1];
  } else {
    out[i] = sums[thread];
  }
}

std::unique_ptr<Prepared> prepare_kogge_stone(const Problem& problem) {
  const std::int64_t block = problem["block"];
  const std::int64_t segment = block;
  const auto kernel = problem["exclusive"] != 0 ? &kogge_stone_kernel<true> : &kogge_stone_kernel<false>;
  return make_prepared(
      problem,
      Launch{kernel, "rooflens::kernels::scan::kogge_stone_kernel", dim3(grid_for(problem["n"], segment)),
             dim3(static_cast<unsigned int>(block)), static_cast<std::size_t>(segment) * sizeof(float)},
      segment);
}

}  // namespace rooflens::kernels::scan

// scan/brent-kung on the device.
#include "kernels/scan/brent_kung.hpp"

#include "kernels/scan/prepared.cuh"
#include "kernels/scan/segment.cuh"

namespace rooflens::kernels::scan {

template <bool Exclusive>
__global__ void brent_kung_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  extern __shared__ float sums[];
  const unsigned int thread = threadIdx.x;
  const unsigned int segment = 2 * blockDim.x;
  const std::int64_t i = std::int64_t{blockIdx.x} * segment + thread;
  const std::int64_t j = i + blockDim.x;
  sums[thread] = i < n ? in[i] : 0.0f;
  sums[thread + blockDim.x] = j < n ? in[j] : 0.0f;
  __syncthreads();

  for (unsigned int stride = 1; stride < segment; stride *= 2) {
    const unsigned int place = 2 * stride * (thread + 1) - 1;
    if (place < segment) sums[place] += sums[place - stride];
    __syncthreads();
  }
  for (unsigned int stride = segment / 4; stride > 0; stride /= 2) {
    const unsigned int place = 2 * stride * (thread + 1) - 1;
    if (place + stride < segment) sums[place + stride] += sums[place];
    __syncthreads();
  }

  store_from<Exclusive>(sums, thread, out, i, n);
  store_from<Exclusive>(sums, thread + blockDim.x, out, j, n);
}

std::unique_ptr<Prepared> prepare_brent_kung(const Problem& problem) {
  const std::int64_t block = problem["block"];
  const std::int64_t segment = 2 * block;
  const auto kernel = problem["exclusive"] != 0 ? &brent_kung_kernel<true> : &brent_kung_kernel<false>;
  return make_prepared(
      problem,
      Launch{kernel, "rooflens::kernels::scan::brent_kung_kernel", dim3(grid_for(problem["n"], segment)),
             dim3(static_cast<unsigned int>(block)), static_cast<std::size_t>(segment) * sizeof(float)},
      segment);
}

}  // namespace rooflens::kernels::scan

// out[i] = sum of in over i's segment up to i    a block a segment of S = 2 block elements: a tree up, then a tree down
// flops 2S - 2 - log2 S in each of ceil(n / S) blocks, bytes read 4n, bytes written 4n
// up: with p = 2s(t + 1) - 1, for s = 1, 2, ..., S/2: x[p] += x[p - s]; then down: for s = S/4, ..., 1: x[p + s] +=
// x[p]
// wasted: twice as many steps as Kogge-Stone, in most of which few threads run, with bank conflicts
#include "kernels/scan/prepared.cuh"

namespace rooflens::kernels::scan {

// Stores element i of the output, which is number `place` of its segment in `sums`, an inclusive scan.
template <bool Exclusive>
__device__ void store_from(const float* sums, unsigned int place, float* __restrict__ out, std::int64_t i,
                           std::int64_t n) {
  if (i >= n) return;
  if constexpr (Exclusive) {
    out[i] = place == 0 ? 0.0f : sums[place - 1];
  } else {
    out[i] = sums[place];
  }
}

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

// partial[b] = sum over i in block b of in[i]    warps sum by shuffles, then one warp sums their sums
// flops n - blocks, bytes read 4n, bytes written 4 blocks; blocks = ceil(n / block)
// wasted: all 32 lanes add in each of the 5 steps, of which 31 additions in 160 count; one load per thread leaves few
// bytes in flight
#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

__global__ void shuffle_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  __shared__ float warp_sums[32];
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  float sum = i < n ? in[i] : 0.0f;
  const unsigned int lane = threadIdx.x % 32;
  const unsigned int warp = threadIdx.x / 32;
#pragma unroll
  for (unsigned int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffU, sum, offset);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = lane < blockDim.x / 32 ? warp_sums[lane] : 0.0f;
#pragma unroll
    for (unsigned int offset = 16; offset > 0; offset /= 2) sum += __shfl_down_sync(0xffffffffU, sum, offset);
  }
  if (threadIdx.x == 0) partials[blockIdx.x] = sum;
}

std::unique_ptr<Prepared> prepare_shuffle(const Problem& problem) {
  return make_tree(problem, ROOFLENS_NAMED(reduction, shuffle_kernel), 0);
}

}  // namespace rooflens::kernels::reduction

// reduction/grid-stride on the device.
#include "kernels/reduction/grid_stride.hpp"

#include <algorithm>

#include "kernels/reduction/prepared.cuh"

namespace rooflens::kernels::reduction {

constexpr unsigned int kWarp = 32;
constexpr unsigned int kMostWarps = 32;

// The sum over the warp, in lane 0. All 32 lanes must call it.
__device__ float warp_sum(float value) {
  for (unsigned int offset = kWarp / 2; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffU, value, offset);
  return value;
}

__global__ void grid_stride_kernel(const float* __restrict__ in, float* __restrict__ partials, std::int64_t n) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  float sum = 0.0f;
#pragma unroll 8
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) sum += in[i];

  __shared__ float warp_sums[kMostWarps];
  const unsigned int lane = threadIdx.x % kWarp;
  const unsigned int warp = threadIdx.x / kWarp;
  sum = warp_sum(sum);
  if (lane == 0) warp_sums[warp] = sum;
  __syncthreads();
  if (warp == 0) {
    sum = warp_sum(lane < blockDim.x / kWarp ? warp_sums[lane] : 0.0f);
    if (lane == 0) partials[blockIdx.x] = sum;
  }
}

std::unique_ptr<Prepared> prepare_grid_stride(const Problem& problem) {
  const auto block = static_cast<unsigned int>(problem["block"]);
  const auto fill_device = static_cast<unsigned int>(
      resident_blocks(reinterpret_cast<const void*>(grid_stride_kernel), static_cast<int>(block), 0));
  const unsigned int blocks = std::min(fill_device, grid_for(problem["n"], block));
  return make_prepared(
      grid_stride, problem,
      {grid_stride_kernel, "rooflens::kernels::reduction::grid_stride_kernel", dim3(blocks), dim3(block)});
}

}  // namespace rooflens::kernels::reduction

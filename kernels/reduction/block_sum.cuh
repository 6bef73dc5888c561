// Sums over a warp and a block by shuffles.
#pragma once

namespace rooflens::kernels::reduction {

inline constexpr unsigned int kWarp = 32;
inline constexpr unsigned int kMostWarps = 32;

/// The sum over the warp, in lane 0. All 32 lanes must call it.
__device__ inline float warp_sum(float value) {
#pragma unroll
  for (unsigned int offset = kWarp / 2; offset > 0; offset /= 2) value += __shfl_down_sync(0xffffffffU, value, offset);
  return value;
}

/// The sum over the block, in thread 0. All threads must call it; between two calls lies a barrier of the caller.
__device__ inline float block_sum(float value) {
  __shared__ float warp_sums[kMostWarps];
  const unsigned int lane = threadIdx.x % kWarp;
  const unsigned int warp = threadIdx.x / kWarp;
  value = warp_sum(value);
  if (lane == 0) warp_sums[warp] = value;
  __syncthreads();
  if (warp == 0) value = warp_sum(lane < blockDim.x / kWarp ? warp_sums[lane] : 0.0f);
  return value;
}

}  // namespace rooflens::kernels::reduction

// What a thread adds up alone before the block joins: every gridth element, with more or fewer loads in flight.
#pragma once

#include <cstdint>

namespace rooflens::kernels::reduction {

/// One sum: the additions depend on each other, the eight loads that are unrolled do not.
__device__ inline float strided_sum(const float* __restrict__ in, std::int64_t n) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  float sum = 0.0f;
#pragma unroll 8
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) sum += in[i];
  return sum;
}

/// Four sums of their own from four loads at once. Vectors of 16 bytes; the up to three elements behind them go to the
/// first threads.
__device__ inline float strided_float4_sum(const float* __restrict__ in, std::int64_t n) {
  const auto* const vectors = reinterpret_cast<const ::float4*>(in);
  const std::int64_t count = n / 4;
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  const std::int64_t thread = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  constexpr int kLoads = 4;
  float sums[kLoads]{};
  std::int64_t i = thread;
  for (; i + (kLoads - 1) * step < count; i += kLoads * step) {
    ::float4 loaded[kLoads];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) loaded[k] = vectors[i + k * step];
#pragma unroll
    for (int k = 0; k < kLoads; ++k) sums[k] += (loaded[k].x + loaded[k].y) + (loaded[k].z + loaded[k].w);
  }
  ::float4 rest[kLoads - 1]{};  // of the vectors that are left; all loads at once again
#pragma unroll
  for (int k = 0; k < kLoads - 1; ++k) {
    if (i + k * step < count) rest[k] = vectors[i + k * step];
  }
#pragma unroll
  for (int k = 0; k < kLoads - 1; ++k) sums[k] += (rest[k].x + rest[k].y) + (rest[k].z + rest[k].w);
  if (4 * count + thread < n) sums[1] += in[4 * count + thread];
  return (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

}  // namespace rooflens::kernels::reduction

// One output per thread, every operand from where it lies. Where the filter lies is all that sets basic and
// constant-memory apart.
#pragma once

#include <cstdint>

#include "kernels/convolution2d/prepared.cuh"

namespace rooflens::kernels::convolution2d {

/// With blocks of 32 x 8 threads. `filter` is indexed row by row.
template <int kRadius>
__device__ void direct(const float* __restrict__ in, const float* __restrict__ filter, float* __restrict__ out, int n) {
  const int column = static_cast<int>(blockIdx.x * kBlockColumns + threadIdx.x);
  const int row = static_cast<int>(blockIdx.y * kBlockRows + threadIdx.y);
  if (column >= n || row >= n) return;
  float sum = 0.0f;
#pragma unroll
  for (int dy = -kRadius; dy <= kRadius; ++dy) {
#pragma unroll
    for (int dx = -kRadius; dx <= kRadius; ++dx) {
      const int y = row + dy;
      const int x = column + dx;
      const bool inside = y >= 0 && y < n && x >= 0 && x < n;
      const float element = inside ? in[std::int64_t{y} * n + x] : 0.0f;
      sum += filter[(dy + kRadius) * (2 * kRadius + 1) + dx + kRadius] * element;
    }
  }
  out[std::int64_t{row} * n + column] = sum;
}

}  // namespace rooflens::kernels::convolution2d

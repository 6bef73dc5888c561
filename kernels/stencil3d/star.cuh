// The arithmetic of a point, wherever its neighbours lie.
#pragma once

#include "kernels/stencil3d/family.hpp"

namespace rooflens::kernels::stencil3d {

/// `at(dx, dy, dz)` gives a neighbour. A product and 2 kDimensions kOrder multiply-adds.
template <int kOrder, int kDimensions, typename At>
__device__ float star(const StarCoefficients& coefficients, At at) {
  const float* next = coefficients.at;
  float sum = *next++ * at(0, 0, 0);
#pragma unroll
  for (int d = 1; d <= kOrder; ++d) {
    sum += *next++ * at(-d, 0, 0);
    sum += *next++ * at(d, 0, 0);
  }
#pragma unroll
  for (int d = 1; d <= kOrder; ++d) {
    sum += *next++ * at(0, -d, 0);
    sum += *next++ * at(0, d, 0);
  }
  if constexpr (kDimensions == 3) {
#pragma unroll
    for (int d = 1; d <= kOrder; ++d) {
      sum += *next++ * at(0, 0, -d);
      sum += *next++ * at(0, 0, d);
    }
  }
  return sum;
}

/// Whether a place along an axis is no boundary value.
template <int kOrder>
__device__ bool inner(int place, int n) {
  return place >= kOrder && place < n - kOrder;
}

/// Whether it lies on the grid.
__device__ inline bool on_grid(int place, int n) { return place >= 0 && place < n; }

}  // namespace rooflens::kernels::stencil3d

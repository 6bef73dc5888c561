// The arithmetic of an output, wherever its neighbours and the coefficients lie.
#pragma once

namespace rooflens::kernels::stencil1d {

/// `coefficient(k)` is that of distance k + 1, `at(d)` the element `d` places to the right. kRadius differences, a
/// product and kRadius - 1 multiply-adds.
template <int kRadius, typename Coefficient, typename At>
__device__ float differences(Coefficient coefficient, At at) {
  float sum = coefficient(0) * (at(1) - at(-1));
#pragma unroll
  for (int k = 1; k < kRadius; ++k) sum += coefficient(k) * (at(k + 1) - at(-k - 1));
  return sum;
}

}  // namespace rooflens::kernels::stencil1d

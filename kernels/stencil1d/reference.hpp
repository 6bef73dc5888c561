// out[i] = sum over k in 1..r of c[k - 1] * (in[i + k] - in[i - k]), zero outside the array; on the CPU in FP64, one
// element at a time.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::stencil1d {

/// Element i of n.
[[nodiscard]] inline double reference(const Input& in, const Input& coefficients, std::int64_t n, std::int64_t radius,
                                      std::int64_t i) {
  const auto at = [&](std::int64_t j) { return j < 0 || j >= n ? 0.0 : double{in(static_cast<std::uint64_t>(j))}; };
  double sum = 0;
  for (std::int64_t k = 1; k <= radius; ++k) {
    sum += double{coefficients(static_cast<std::uint64_t>(k - 1))} * (at(i + k) - at(i - k));
  }
  return sum;
}

}  // namespace rooflens::kernels::stencil1d

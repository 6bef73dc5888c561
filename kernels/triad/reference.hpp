// for i in 0..n-1: a[i] = b[i] + c[i] * d[i], on the CPU, one element at a time.
#pragma once

#include <cmath>

#include "kernels/sample.hpp"

namespace rooflens::kernels::triad {

/// a[i]. One IEEE fused multiply-add, so a correct kernel gives the same bits.
[[nodiscard]] inline float reference(const Input& b, const Input& c, const Input& d, std::uint64_t i) {
  return std::fma(c(i), d(i), b(i));
}

}  // namespace rooflens::kernels::triad

// for i in 0..n-1: z[i] = a * x[i] + y[i], on the CPU, one element at a time.
#pragma once

#include <cmath>

#include "kernels/sample.hpp"
#include "kernels/saxpy/family.hpp"

namespace rooflens::kernels::saxpy {

/// z[i]. One IEEE fused multiply-add, so a correct kernel gives the same bits.
[[nodiscard]] inline float reference(const Input& x, const Input& y, std::uint64_t i) {
  return std::fma(kA, x(i), y(i));
}

}  // namespace rooflens::kernels::saxpy

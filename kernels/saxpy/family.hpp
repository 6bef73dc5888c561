// What the variants of saxpy share: a stream of two arrays into one of them, a multiply-add an element.
#pragma once

#include <cmath>

#include "kernels/sample.hpp"
#include "kernels/streaming.hpp"

namespace rooflens::kernels::saxpy {

/// Not a sum of few powers of two, so that a product rounds.
inline constexpr float kA = 1.7F;

using Saxpy = Stream<2, 2, counter::kFfma>;

// for i in 0..n-1: z[i] = a * x[i] + y[i], on the CPU, one element at a time.

/// z[i]. One IEEE fused multiply-add, so a correct kernel gives the same bits.
[[nodiscard]] inline float reference(const Input& x, const Input& y, std::uint64_t i) {
  return std::fma(kA, x(i), y(i));
}

}  // namespace rooflens::kernels::saxpy

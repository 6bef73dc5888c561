// for r, c in 0..n-1: out[c][r] = in[r][c], on the CPU, one element at a time.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::transpose {

/// Element `index` of the row-major n x n output.
[[nodiscard]] inline float reference(const Input& in, std::uint64_t n, std::uint64_t index) {
  const std::uint64_t row = index / n;
  const std::uint64_t column = index % n;
  return in(column * n + row);
}

}  // namespace rooflens::kernels::transpose

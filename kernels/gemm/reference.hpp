// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j], on the CPU in FP64, one element at a time.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::gemm {

/// Element `index` of the row-major n x n product.
[[nodiscard]] inline double reference(const Input& a, const Input& b, std::uint64_t n, std::uint64_t index) {
  const std::uint64_t row = index / n;
  const std::uint64_t column = index % n;
  double sum = 0;
  for (std::uint64_t k = 0; k < n; ++k) sum += double{a(row * n + k)} * double{b(k * n + column)};
  return sum;
}

}  // namespace rooflens::kernels::gemm

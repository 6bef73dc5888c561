// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j], on the CPU in FP64, one element at a time.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::sgemm {

/// Element `index` of the row-major n x n product.
[[nodiscard]] double reference(const Input& a, const Input& b, std::uint64_t n, std::uint64_t index);

}  // namespace rooflens::kernels::sgemm

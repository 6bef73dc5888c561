// for i in 0..n-1: c[i] = a[i] + b[i], on the CPU, one element at a time.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::vector_add {

/// c[i]. One IEEE addition, so a correct kernel gives the same bits.
[[nodiscard]] inline float reference(const Input& a, const Input& b, std::uint64_t i) { return a(i) + b(i); }

}  // namespace rooflens::kernels::vector_add

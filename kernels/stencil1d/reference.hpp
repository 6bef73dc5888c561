// out[i] = sum over k in 1..r of c[k - 1] * (in[i + k] - in[i - k]), zero outside the array; on the CPU in FP64, one
// element at a time.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::stencil1d {

/// Element i of n.
[[nodiscard]] double reference(const Input& in, const Input& coefficients, std::int64_t n, std::int64_t radius,
                               std::int64_t i);

}  // namespace rooflens::kernels::stencil1d

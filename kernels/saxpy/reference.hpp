// for i in 0..n-1: z[i] = a * x[i] + y[i], on the CPU, one element at a time.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::saxpy {

/// z[i]. One IEEE fused multiply-add, so a correct kernel gives the same bits.
[[nodiscard]] float reference(const Input& x, const Input& y, std::uint64_t i);

}  // namespace rooflens::kernels::saxpy

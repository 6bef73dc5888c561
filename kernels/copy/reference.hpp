// for i in 0..n-1: out[i] = in[i], on the CPU, one element at a time.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::copy {

/// out[i].
[[nodiscard]] float reference(const Input& in, std::uint64_t i);

}  // namespace rooflens::kernels::copy

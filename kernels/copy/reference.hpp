// for i in 0..n-1: out[i] = in[i], on the CPU, one element at a time.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::copy {

/// out[i].
[[nodiscard]] inline float reference(const Input& in, std::uint64_t i) { return in(i); }

}  // namespace rooflens::kernels::copy

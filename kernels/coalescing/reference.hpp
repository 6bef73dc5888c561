// for i in 0..n-1: out[i] = sum over t of in[shift + step i + term_step t], on the CPU in FP64, one element at a time.
#pragma once

#include "kernels/coalescing/family.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::coalescing {

/// out[i].
[[nodiscard]] double reference(const Input& in, const Pattern& pattern, std::uint64_t i);

}  // namespace rooflens::kernels::coalescing

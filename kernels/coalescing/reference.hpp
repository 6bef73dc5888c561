// for i in 0..n-1: out[i] = sum over t of in[shift + step i + term_step t], on the CPU in FP64, one element at a time.
#pragma once

#include "kernels/coalescing/family.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::coalescing {

/// out[i].
[[nodiscard]] inline double reference(const Input& in, const Pattern& pattern, std::uint64_t i) {
  double sum = 0;
  for (int term = 0; term < pattern.terms; ++term) {
    sum += double{in(static_cast<std::uint64_t>(pattern.shift + pattern.term_step * term) +
                     static_cast<std::uint64_t>(pattern.step) * i)};
  }
  return sum;
}

}  // namespace rooflens::kernels::coalescing

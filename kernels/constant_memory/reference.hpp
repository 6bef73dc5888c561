// for i in 0..n-1: out[i] = in[i] + sum over k of table[(first entry of i + k) mod table size], on the CPU in FP64.
#pragma once

#include "kernels/constant_memory/family.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::constant_memory {

/// out[i].
[[nodiscard]] inline double reference(const Input& in, const Input& table, std::uint64_t stride, std::uint64_t i) {
  double sum = in(i);
  for (std::uint64_t k = 0; k < kTerms; ++k) sum += double{table((first_entry(i, stride) + k) % kTableElements)};
  return sum;
}

}  // namespace rooflens::kernels::constant_memory

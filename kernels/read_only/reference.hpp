// for i in 0..n-1: out[i] = sum over k in 0..7 of in[step (i + k)], on the CPU in FP64, one element at a time.
#pragma once

#include "kernels/read_only/family.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::read_only {

/// out[i].
[[nodiscard]] inline double reference(const Input& in, std::int64_t step, std::uint64_t i) {
  double sum = 0;
  for (std::uint64_t k = 0; k < kWindow; ++k) sum += double{in(static_cast<std::uint64_t>(step) * (i + k))};
  return sum;
}

}  // namespace rooflens::kernels::read_only

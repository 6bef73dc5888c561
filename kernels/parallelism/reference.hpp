// for i in 0..n-1: out[i] = f in[i], on the CPU, one element at a time.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::parallelism {

/// out[i].
[[nodiscard]] inline double reference(const Input& in, std::int64_t factor, std::uint64_t i) {
  return static_cast<double>(factor) * double{in(i)};
}

}  // namespace rooflens::kernels::parallelism

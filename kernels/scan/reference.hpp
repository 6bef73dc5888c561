// out[i] = in[0] + ... + in[i] (inclusive) or in[0] + ... + in[i - 1] (exclusive), in FP64; within segments where a
// variant scans each block's share by itself.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::scan {

/// The sum of elements begin, ..., end - 1; 0 when there are none.
[[nodiscard]] inline double sum_between(const Input& in, std::uint64_t begin, std::uint64_t end) {
  double sum = 0;
  for (std::uint64_t i = begin; i < end; ++i) sum += double{in(i)};
  return sum;
}

/// Element `index` of the scan of segments of `segment` elements each.
[[nodiscard]] inline double reference(const Input& in, std::uint64_t segment, bool exclusive, std::uint64_t index) {
  return sum_between(in, index / segment * segment, exclusive ? index : index + 1);
}

}  // namespace rooflens::kernels::scan

// counts[b] = how many of the elements begin, ..., end - 1 are b, one element after the other.
#pragma once

#include <vector>

#include "kernels/histogram/input.hpp"

namespace rooflens::kernels::histogram {

[[nodiscard]] inline std::vector<std::uint64_t> reference(const BinInput& in, std::uint64_t begin, std::uint64_t end) {
  std::vector<std::uint64_t> counts(in.bins, 0);
  for (std::uint64_t i = begin; i < end; ++i) ++counts[in(i)];
  return counts;
}

}  // namespace rooflens::kernels::histogram

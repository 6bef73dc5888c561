// What the variants of scan share: the parameters and the work. FP32, like the seed's kernels: the inputs have so few
// bits that every prefix is exact in every order, so integers would gain nothing, and FADD counters see the additions.
#pragma once

#include <array>
#include <bit>

#include "kernels/bytes.hpp"
#include "kernels/kernel.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::scan {

/// 2 x 1 GiB by default.
inline constexpr Parameter kLengthParameter{
    .name = "n",
    .summary = "elements to scan",
    .default_value = std::int64_t{1} << 28,
    .minimum = 1,
    .maximum = std::int64_t{1} << 33,
};

inline constexpr Parameter kExclusiveParameter{
    .name = "exclusive",
    .summary = "0: element i of the output includes element i of the input; 1: it stops before it",
    .default_value = 0,
    .minimum = 0,
    .maximum = 1,
};

inline constexpr std::array kSegmentParameters{
    kLengthParameter,
    Parameter{"block", "threads per block, each of which scans a segment of its own", 1024, 32, 1024, 1, true},
    kExclusiveParameter,
};

[[nodiscard]] constexpr std::int64_t log2_of(std::int64_t power_of_two) {
  return static_cast<std::int64_t>(std::bit_width(static_cast<std::uint64_t>(power_of_two))) - 1;
}

/// `additions` FP32 additions; 4n bytes read and 4n written at every level.
[[nodiscard]] inline models::Work scan_work(double n, double additions) {
  models::Work work = moved_once(float_bytes(n), float_bytes(n));
  work.operations[models::Precision::fp32] = models::Operations(additions);
  return work;
}

/// Input and output.

// out[i] = in[0] + ... + in[i] (inclusive) or in[0] + ... + in[i - 1] (exclusive), in FP64; within segments where a
// variant scans each block's share by itself.

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

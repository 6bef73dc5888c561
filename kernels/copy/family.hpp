// What the variants of copy share: parameters, bytes and counters. float1, float4 and ptx-v4 copy an array of n
// elements, row and column a matrix of n x n.
#pragma once

#include <array>

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"

namespace rooflens::kernels::copy {

/// 2 x 1 GiB by default, either way.
inline constexpr std::array kArrayParameters{
    Parameter{"n", "elements per array", std::int64_t{1} << 28, 1, std::int64_t{1} << 33},
};
inline constexpr std::array kMatrixParameters{
    Parameter{"n", "rows and columns of the square matrix", 16384, 1, 131072},
};

/// No FLOPs; 4 bytes read and 4 written an element at every level.
[[nodiscard]] inline models::Work copy_work(double elements) {
  const models::Bytes array = float_bytes(elements);
  models::Work work;
  work.requested = {array, array};
  work.ideal_l2 = {whole_sectors(array), whole_sectors(array)};
  work.compulsory = work.requested;
  return work;
}

[[nodiscard]] inline models::Work array_work(const Problem& problem) {
  return copy_work(static_cast<double>(problem["n"]));
}
[[nodiscard]] inline models::Bytes two_arrays(const Problem& problem) {
  return 2.0 * float_bytes(static_cast<double>(problem["n"]));
}
[[nodiscard]] inline ExpectedCounters array_counters_by_float4(const Problem& problem) {
  return contiguous_float4(problem["n"], 1, 1);
}

[[nodiscard]] inline models::Work matrix_work(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return copy_work(n * n);
}
[[nodiscard]] inline models::Bytes two_matrices(const Problem& problem) {
  const auto n = static_cast<double>(problem["n"]);
  return 2.0 * float_bytes(n * n);
}

}  // namespace rooflens::kernels::copy

// What the variants of nested share: rows of uneven length, one after the other in an array, each element of which is
// squared. How long a row is shows only on the device; the variants differ in who works on it.
#pragma once

#include <array>

#include "kernels/bytes.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::nested {

/// Rows of one period: row r has r % 32 + 1 times as many elements as a row of the first kind.
inline constexpr std::int64_t kPeriod = 32;
inline constexpr std::int64_t kPeriodUnits = kPeriod * (kPeriod + 1) / 2;

/// As many launches as the device keeps pending when nobody asks for more are 2048. 2 x 138 MB by default.
inline constexpr std::array kParameters{
    Parameter{"rows", "rows, row r of (r % 32 + 1) x unit elements", 1024, 1, 2048},
    Parameter{"unit", "elements of the shortest row", 2048, 1, 1 << 18},
};

/// Where row r begins, in units.
[[nodiscard]] constexpr std::int64_t first_unit(std::int64_t row) {
  const std::int64_t within = row % kPeriod;
  return row / kPeriod * kPeriodUnits + within * (within + 1) / 2;
}

[[nodiscard]] inline std::int64_t elements(const Problem& problem) {
  return first_unit(problem["rows"]) * problem["unit"];
}

/// Element i, on the CPU.
[[nodiscard]] inline float reference(const Input& in, std::uint64_t i) { return in(i)*in(i); }

}  // namespace rooflens::kernels::nested

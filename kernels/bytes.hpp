// Byte counts that the kernels' work formulas share.
#pragma once

#include <cmath>
#include <cstdint>

#include "models/base/quantity.hpp"

namespace rooflens::kernels {

/// What the L1 and the L2 move at least: one sector.
inline constexpr double kSectorBytes = 32;

[[nodiscard]] constexpr std::int64_t ceil_div(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// `count` elements of 4 bytes.
[[nodiscard]] constexpr models::Bytes float_bytes(double count) { return models::Bytes(4.0 * count); }

/// The same data in whole sectors: an array that ends inside a sector still moves all of it.
[[nodiscard]] inline models::Bytes whole_sectors(models::Bytes bytes) {
  return models::Bytes(std::ceil(bytes.value() / kSectorBytes) * kSectorBytes);
}

}  // namespace rooflens::kernels

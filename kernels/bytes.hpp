// What the kernels' work formulas share: byte counts, and the work of data that is moved once.
#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/kernel.hpp"

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

/// Data that no level moves more than once: the same bytes everywhere, in whole sectors at the L2.
[[nodiscard]] inline models::Work moved_once(models::Bytes read, models::Bytes written) {
  models::Work work;
  work.requested = {read, written};
  work.ideal_l2 = {whole_sectors(read), whole_sectors(written)};
  work.compulsory = work.requested;
  return work;
}

/// An array of n floats read and one written.
[[nodiscard]] inline models::Work array_work(const Problem& problem) {
  const models::Bytes array = float_bytes(static_cast<double>(problem["n"]));
  return moved_once(array, array);
}
[[nodiscard]] inline models::Bytes two_arrays(const Problem& problem) {
  return 2.0 * float_bytes(static_cast<double>(problem["n"]));
}

}  // namespace rooflens::kernels

// The geometry of convolution2d/register-tiled, for both of its halves.
#pragma once

#include <cstdint>

namespace rooflens::kernels::convolution2d {

/// A thread computes this many neighbouring columns ...
inline constexpr int kThreadColumns = 4;
/// ... of this many rows: fewer for large filters, whose unrolled code would not stay in the instruction cache.
[[nodiscard]] constexpr int thread_rows(std::int64_t radius) { return radius < 4 ? 8 : 4; }
/// Groups of four columns on either side that it reads.
[[nodiscard]] constexpr int side_groups(std::int64_t radius) { return static_cast<int>((radius + 3) / 4); }
/// Columns that it reads of the outermost of them: what the filter reaches, as a load of 4, 8 or 16 bytes.
[[nodiscard]] constexpr int outermost_columns(std::int64_t radius) {
  const auto reached = static_cast<int>((radius - 1) % 4 + 1);
  return reached == 3 ? 4 : reached;
}

}  // namespace rooflens::kernels::convolution2d

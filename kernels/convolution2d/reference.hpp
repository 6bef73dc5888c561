// out[y][x] = sum over dy, dx in -r..r of filter[dy + r][dx + r] * in[y + dy][x + dx], zero outside the image; on the
// CPU in FP64, one element at a time.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::convolution2d {

/// Element `index` of the row-major n x n output.
[[nodiscard]] inline double reference(const Input& in, const Input& filter, std::int64_t n, std::int64_t radius,
                                      std::uint64_t index) {
  const std::int64_t row = static_cast<std::int64_t>(index) / n;
  const std::int64_t column = static_cast<std::int64_t>(index) % n;
  double sum = 0;
  std::uint64_t tap = 0;
  for (std::int64_t y = row - radius; y <= row + radius; ++y) {
    for (std::int64_t x = column - radius; x <= column + radius; ++x, ++tap) {
      if (y < 0 || y >= n || x < 0 || x >= n) continue;
      sum += double{filter(tap)} * double{in(static_cast<std::uint64_t>(y * n + x))};
    }
  }
  return sum;
}

}  // namespace rooflens::kernels::convolution2d

// The PNG file format, written with zlib alone, so that bands of a large picture can be compressed at the same time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "models/base/for_each.hpp"

namespace rooflens::reports::chart {

/// Pixels as 0x??RRGGBB, row after row; each row begins `stride` pixels after the one above.
struct Pixels {
  const std::uint32_t* first = nullptr;
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t stride = 0;
};

/// The bytes of a PNG file, 8 bits of red, green and blue for each pixel. They are the same on every machine.
/// Throws std::runtime_error when memory runs out.
[[nodiscard]] std::string png_file(const Pixels& pixels, const models::ForEach& for_each = models::one_by_one);

}  // namespace rooflens::reports::chart

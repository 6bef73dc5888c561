// The PNG file format, written with zlib alone.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

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
[[nodiscard]] std::string png_file(const Pixels& pixels);

}  // namespace rooflens::reports::chart

// A PNG file read back by cairo.
#pragma once

#include <cairo.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

namespace rooflens::reports {

struct Picture {
  int width = 0;
  int height = 0;
  std::vector<std::uint32_t> pixels;
};

/// The pixels of a PNG file; none if it cannot be read.
inline Picture decode(const std::string& file) {
  struct Reader {
    const std::string& bytes;
    std::size_t at = 0;
  } reader{file};
  const auto read = [](void* closure, unsigned char* to, unsigned length) {
    auto& source = *static_cast<Reader*>(closure);
    if (source.bytes.size() - source.at < length) return CAIRO_STATUS_READ_ERROR;
    std::memcpy(to, source.bytes.data() + source.at, length);
    source.at += length;
    return CAIRO_STATUS_SUCCESS;
  };
  const std::unique_ptr<cairo_surface_t, decltype(&cairo_surface_destroy)> surface(
      cairo_image_surface_create_from_png_stream(read, &reader), cairo_surface_destroy);
  Picture picture;
  if (cairo_surface_status(surface.get()) != CAIRO_STATUS_SUCCESS) return picture;
  picture.width = cairo_image_surface_get_width(surface.get());
  picture.height = cairo_image_surface_get_height(surface.get());
  const auto stride = static_cast<std::size_t>(cairo_image_surface_get_stride(surface.get()));
  const unsigned char* data = cairo_image_surface_get_data(surface.get());
  const auto width = static_cast<std::size_t>(picture.width);
  for (std::size_t y = 0; y < static_cast<std::size_t>(picture.height); ++y) {
    const std::size_t row = picture.pixels.size();
    picture.pixels.resize(row + width);
    std::memcpy(picture.pixels.data() + row, data + y * stride, width * 4);
  }
  return picture;
}

/// Share of pixels of which a channel differs by more than 40 of 255.
inline double difference(const Picture& a, const Picture& b) {
  std::size_t different = 0;
  for (std::size_t i = 0; i < a.pixels.size(); ++i) {
    for (const unsigned shift : {0u, 8u, 16u}) {
      const int x = static_cast<int>(a.pixels[i] >> shift & 0xff);
      const int y = static_cast<int>(b.pixels[i] >> shift & 0xff);
      if (std::abs(x - y) > 40) {
        ++different;
        break;
      }
    }
  }
  return static_cast<double>(different) / static_cast<double>(a.pixels.size());
}

}  // namespace rooflens::reports

// Discs written straight into pixels: where a chart has thousands of small ones, outlines as paths are most of its
// time.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "reports/draw/geometry.hpp"
#include "reports/draw/scene.hpp"

namespace rooflens::reports::chart {

/// A picture of 0x00RRGGBB words, row after row.
struct Canvas {
  std::span<std::uint32_t> pixels;
  std::size_t width = 0;
  std::size_t height = 0;
  std::size_t stride = 0;  ///< pixels from one row to the next
};

/// Lays a disc over what is there. Centre and radius in pixels; a pixel at the edge is covered in part, by how near it
/// is to the circle, which is within 5 % of the area inside. What lies outside of the picture is left out.
void draw_disc(const Canvas& canvas, Point centre, double radius, const Paint& paint);

}  // namespace rooflens::reports::chart

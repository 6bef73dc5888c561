#include "reports/draw/disc.hpp"

#include <algorithm>
#include <cmath>

namespace rooflens::reports::chart {
namespace {

struct Range {
  std::size_t begin = 0;
  std::size_t end = 0;
};

// The pixels of one direction that a disc reaches.
Range reached(double centre, double reach, std::size_t size) {
  const auto within = [size](double at) {
    return static_cast<std::size_t>(std::clamp(at, 0.0, static_cast<double>(size)));
  };
  return {within(std::floor(centre - reach)), within(std::ceil(centre + reach))};
}

std::uint32_t blend(std::uint32_t under, const Rgb& over, double alpha) {
  const auto channel = [&](int shift, double colour) {
    const double before = under >> shift & 0xffU;
    return static_cast<std::uint32_t>(before + (colour - before) * alpha + 0.5) << shift;
  };
  return channel(16, over.red) | channel(8, over.green) | channel(0, over.blue);
}

}  // namespace

void draw_disc(const Canvas& canvas, Point centre, double radius, const Paint& paint) {
  const double reach = radius + 0.5;
  const Range rows = reached(centre.y, reach, canvas.height);
  const Range columns = reached(centre.x, reach, canvas.width);
  for (std::size_t y = rows.begin; y < rows.end; ++y) {
    const double dy = static_cast<double>(y) + 0.5 - centre.y;
    for (std::size_t x = columns.begin; x < columns.end; ++x) {
      const double dx = static_cast<double>(x) + 0.5 - centre.x;
      const double covered = std::clamp(reach - std::sqrt(dx * dx + dy * dy), 0.0, 1.0);
      if (covered <= 0) continue;
      std::uint32_t& pixel = canvas.pixels[y * canvas.stride + x];
      pixel = blend(pixel, paint.colour, covered * paint.alpha);
    }
  }
}

}  // namespace rooflens::reports::chart

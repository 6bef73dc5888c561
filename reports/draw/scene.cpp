#include "reports/draw/scene.hpp"

#include <cmath>
#include <numbers>

#include "reports/draw/font.hpp"

namespace rooflens::reports::chart {

Box bounds(const Text& text) {
  const double width = text_width(text.text, text.size, text.weight);
  const double along = text.anchor == Anchor::start ? width / 2 : text.anchor == Anchor::end ? -width / 2 : 0;
  const double up = text.size * (kCapHeight - kDescent) / 2;
  const double c = std::cos(text.angle);
  const double s = std::sin(text.angle);
  return {{text.at.x + along * c + up * s, text.at.y + along * s - up * c},
          width / 2,
          text.size * (kCapHeight + kDescent) / 2,
          {c, s}};
}

Box bounds(const Marker& marker) {
  double reach = marker.radius;
  for (const Point& p : outline(marker)) reach = std::max(reach, std::abs(p.x - marker.at.x));
  reach += marker.edge_width / 2;
  return {marker.at, reach, reach};
}

std::vector<Point> outline(const Marker& marker) {
  const auto [x, y] = marker.at;
  const double area = std::numbers::pi * marker.radius * marker.radius;
  switch (marker.shape) {
    case models::Level::dram:
      return {};
    case models::Level::l2: {
      const double half = std::sqrt(area) / 2;
      return {{x - half, y - half}, {x + half, y - half}, {x + half, y + half}, {x - half, y + half}};
    }
    case models::Level::l1: {
      const double side = std::sqrt(area * 4 / std::numbers::sqrt3);
      const double height = side * std::numbers::sqrt3 / 2;
      return {{x, y - height * 2 / 3}, {x + side / 2, y + height / 3}, {x - side / 2, y + height / 3}};
    }
    case models::Level::shared: {
      const double half = std::sqrt(area / 2);
      return {{x, y - half}, {x + half, y}, {x, y + half}, {x - half, y}};
    }
  }
  return {};
}

}  // namespace rooflens::reports::chart

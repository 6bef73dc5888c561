// Plane geometry in logical pixels (y grows downwards) for laying out a chart: rectangles, oriented boxes, overlap.
#pragma once

#include <algorithm>
#include <cmath>

namespace rooflens::reports::chart {

struct Point {
  double x = 0;
  double y = 0;
};

struct Rect {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  [[nodiscard]] constexpr double right() const { return x + width; }
  [[nodiscard]] constexpr double bottom() const { return y + height; }
  [[nodiscard]] constexpr bool contains(Point p) const {
    return p.x >= x && p.x <= right() && p.y >= y && p.y <= bottom();
  }
};

/// A rectangle turned by `angle` (radians, clockwise as y grows downwards) around its centre.
struct Box {
  Point centre;
  double half_width = 0;
  double half_height = 0;
  double angle = 0;
};

[[nodiscard]] constexpr Box box(const Rect& r) {
  return {{r.x + r.width / 2, r.y + r.height / 2}, r.width / 2, r.height / 2, 0};
}

/// A line of some thickness as a box.
[[nodiscard]] inline Box box(Point from, Point to, double thickness) {
  return {{(from.x + to.x) / 2, (from.y + to.y) / 2},
          std::hypot(to.x - from.x, to.y - from.y) / 2,
          thickness / 2,
          std::atan2(to.y - from.y, to.x - from.x)};
}

[[nodiscard]] constexpr Box inflated(Box b, double by) {
  b.half_width += by;
  b.half_height += by;
  return b;
}

/// The axis-parallel rectangle around the box.
[[nodiscard]] inline Rect bounds(const Box& b) {
  const double c = std::abs(std::cos(b.angle));
  const double s = std::abs(std::sin(b.angle));
  const double w = b.half_width * c + b.half_height * s;
  const double h = b.half_width * s + b.half_height * c;
  return {b.centre.x - w, b.centre.y - h, 2 * w, 2 * h};
}

/// Separating axes: two boxes overlap unless the projections on one box's side are apart.
[[nodiscard]] inline bool overlap(const Box& a, const Box& b) {
  const Point d{b.centre.x - a.centre.x, b.centre.y - a.centre.y};
  const double reach = a.half_width + a.half_height + b.half_width + b.half_height;
  if (std::abs(d.x) > reach || std::abs(d.y) > reach) return false;
  const double turn = b.angle - a.angle;
  const double c = std::abs(std::cos(turn));
  const double s = std::abs(std::sin(turn));
  const auto along = [&d](double angle) { return std::abs(d.x * std::cos(angle) + d.y * std::sin(angle)); };
  const auto across = [&d](double angle) { return std::abs(d.y * std::cos(angle) - d.x * std::sin(angle)); };
  return along(a.angle) < a.half_width + b.half_width * c + b.half_height * s &&
         across(a.angle) < a.half_height + b.half_width * s + b.half_height * c &&
         along(b.angle) < b.half_width + a.half_width * c + a.half_height * s &&
         across(b.angle) < b.half_height + a.half_width * s + a.half_height * c;
}

}  // namespace rooflens::reports::chart

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

/// A rectangle turned around its centre: its width lies along `direction`, whose length is one.
struct Box {
  Point centre;
  double half_width = 0;
  double half_height = 0;
  Point direction{1, 0};
};

[[nodiscard]] constexpr Box box(const Rect& r) {
  return {{r.x + r.width / 2, r.y + r.height / 2}, r.width / 2, r.height / 2};
}

/// A line of some thickness as a box.
[[nodiscard]] inline Box box(Point from, Point to, double thickness) {
  const double length = std::hypot(to.x - from.x, to.y - from.y);
  const Point direction = length > 0 ? Point{(to.x - from.x) / length, (to.y - from.y) / length} : Point{1, 0};
  return {{(from.x + to.x) / 2, (from.y + to.y) / 2}, length / 2, thickness / 2, direction};
}

[[nodiscard]] constexpr Box inflated(Box b, double by) {
  b.half_width += by;
  b.half_height += by;
  return b;
}

/// The axis-parallel rectangle around the box.
[[nodiscard]] inline Rect bounds(const Box& b) {
  const double c = std::abs(b.direction.x);
  const double s = std::abs(b.direction.y);
  const double w = b.half_width * c + b.half_height * s;
  const double h = b.half_width * s + b.half_height * c;
  return {b.centre.x - w, b.centre.y - h, 2 * w, 2 * h};
}

/// Separating axes: two boxes overlap unless the projections on one box's side are apart.
[[nodiscard]] inline bool overlap(const Box& a, const Box& b) {
  const Point d{b.centre.x - a.centre.x, b.centre.y - a.centre.y};
  const double reach = a.half_width + a.half_height + b.half_width + b.half_height;
  if (std::abs(d.x) > reach || std::abs(d.y) > reach) return false;
  // Cosine and sine of the angle between the two.
  const double c = std::abs(a.direction.x * b.direction.x + a.direction.y * b.direction.y);
  const double s = std::abs(a.direction.x * b.direction.y - a.direction.y * b.direction.x);
  const auto along = [&d](Point axis) { return std::abs(d.x * axis.x + d.y * axis.y); };
  const auto across = [&d](Point axis) { return std::abs(d.y * axis.x - d.x * axis.y); };
  return along(a.direction) < a.half_width + b.half_width * c + b.half_height * s &&
         across(a.direction) < a.half_height + b.half_width * s + b.half_height * c &&
         along(b.direction) < b.half_width + a.half_width * c + a.half_height * s &&
         across(b.direction) < b.half_height + a.half_width * s + a.half_height * c;
}

}  // namespace rooflens::reports::chart

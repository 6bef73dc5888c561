#include "reports/chart/frame.hpp"

#include <algorithm>
#include <cmath>

namespace rooflens::reports::chart {

Sizes sizes_for(double width, double height, std::size_t marks) {
  const double fit = std::min(width / 1200, height / 760);
  // 0 at one column (400 x 300), 1 at a full page; larger pictures grow in proportion.
  const double t = std::clamp((fit - 0.33) / 0.67, 0.0, 1.0);
  const double grow = std::max(1.0, fit);
  const auto size = [&](double small, double large) { return (small + (large - small) * t) * grow; };
  const double crowd = marks > 60 ? std::clamp(std::sqrt(60.0 / static_cast<double>(marks)), 0.35, 1.0) : 1.0;
  return {.title = size(13, 21),
          .verdict = size(9.5, 14),
          .device = size(8.5, 12),
          .legend = size(8.5, 12),
          .axis = size(9, 12.5),
          .tick = size(8.5, 12),
          .roof = size(8.5, 12),
          .name = size(8.5, 12.5),
          .note = size(8, 11.5),
          .line = size(1.5, 2),
          .pad = size(10, 26),
          .marker = size(9, 19),
          .marker_least = size(2.6, 4.4) * crowd,
          .compact = fit < 0.5};
}

double Frame::radius(double share) const {
  return std::max(sizes.marker_least, sizes.marker * std::sqrt(std::clamp(share, 0.0, 1.0)));
}

}  // namespace rooflens::reports::chart

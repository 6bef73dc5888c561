// Where bandwidths of kernels without FLOPs are on the picture: each kernel is a column, the roofs are level. Shared by
// the chart of one machine and that of a comparison.
#pragma once

#include <string>
#include <vector>

#include "reports/chart/axis.hpp"
#include "reports/chart/frame.hpp"
#include "reports/chart/roof_lines.hpp"

namespace rooflens::reports::chart {

struct BandwidthAxes {
  Rect plot;
  LogAxis y;
  double unit = 1;      ///< B/s in one of the axis's units
  std::string title{};  ///< the longest that fits
  std::size_t columns = 1;
  [[nodiscard]] Point at(std::size_t column, double rate) const {
    const double width = plot.width / static_cast<double>(columns);
    return {plot.x + width * (static_cast<double>(column) + 0.5), y.pixel(rate / unit)};
  }
};

/// Axes in `area` that hold every point and roof of the contents; `below` pixels at the bottom stay free.
[[nodiscard]] BandwidthAxes bandwidth_axes(const Frame& frame, const Rect& area, const std::vector<const Content*>& all,
                                           double below);

/// Room below draw_bandwidth()'s plot: beside a roofline both stand on one line, though columns have no numbers below.
[[nodiscard]] double bandwidth_room(const Frame& frame);

/// The marks from left to right: by descending time, while they come by importance.
[[nodiscard]] std::vector<std::size_t> by_time(const std::vector<Mark>& marks);

/// The memory roofs as level lines.
[[nodiscard]] std::vector<RoofLine> bandwidth_roof_lines(const Palette& colours, const BandwidthAxes& axes,
                                                         const Content& content);

}  // namespace rooflens::reports::chart

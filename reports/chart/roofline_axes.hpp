// Where a roofline's values are on the picture, and its roofs as lines there; shared by the chart of one machine and
// that of a comparison.
#pragma once

#include <vector>

#include "reports/chart/axis.hpp"
#include "reports/chart/frame.hpp"
#include "reports/chart/roof_lines.hpp"

namespace rooflens::reports::chart {

struct RateUnit {
  double size;
  const char* name;
};

struct RooflineAxes {
  Rect plot;
  LogAxis x;
  LogAxis y;
  RateUnit unit;  ///< of the y axis
  [[nodiscard]] Point at(double intensity, double flop_rate) const {
    return {x.pixel(intensity), y.pixel(flop_rate / unit.size)};
  }
};

/// Axes in `area` that hold every point and every ridge of the contents, with room for words.
[[nodiscard]] RooflineAxes roofline_axes(const Frame& frame, const Rect& area, const std::vector<const Content*>& all);

/// The frame's kernels and roofs on these axes, which are drawn too.
void draw_roofline(const Frame& frame, const RooflineAxes& axes);

/// Grid, ticks and titles.
void draw_roofline_axes(const Frame& frame, const RooflineAxes& axes);

/// The content's roofs from where they enter the plot to where those that kernels are judged by meet; all of them where
/// it has none such.
[[nodiscard]] std::vector<RoofLine> roof_lines(const Palette& colours, const RooflineAxes& axes,
                                               const Content& content);

/// What can be reached from DRAM: the plane under its roof and the fastest compute roof.
void draw_attainable(const Frame& frame, const RooflineAxes& axes, const std::vector<RoofLine>& lines);

}  // namespace rooflens::reports::chart

// Kernels without floating-point work have no place on a FLOP axis: their bandwidth at each level, under the roofs of
// the levels. Each kernel is a column.
#include "reports/chart/bandwidth_axes.hpp"
#include "reports/chart/grid.hpp"
#include "reports/chart/marks.hpp"

namespace rooflens::reports::chart {

void draw_bandwidth(const Frame& frame, const Rect& area) {
  // Beside a roofline both stand on one line, though columns have no numbers below.
  const double below = frame.content.roofline.empty() ? x_title_room(frame) : x_axis_room(frame);
  const BandwidthAxes axes = bandwidth_axes(frame, area, {&frame.content}, below);
  frame.scene.plots.push_back(axes.plot);
  draw_y_axis(frame, axes.plot, axes.y, axes.title);
  if (axes.columns > 1) draw_x_title(frame, axes.plot, "Kernels by falling time", below);
  draw_base(frame, axes.plot);

  const std::vector<RoofLine> roofs = bandwidth_roof_lines(frame.colours, axes, frame.content);
  draw_spread(frame, axes.y, roofs);
  std::vector<PlacedMark> placed;
  for (const Mark& mark : frame.content.bandwidth) {
    PlacedMark entry{&mark, {}};
    for (const models::LevelPoint* point : mark.points) {
      entry.at.push_back(axes.at(placed.size(), point->bandwidth.value()));
    }
    placed.push_back(std::move(entry));
  }
  draw_marks(frame, axes.plot, placed, roofs);
}

}  // namespace rooflens::reports::chart

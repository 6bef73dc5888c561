// Kernels without floating-point work have no place on a FLOP axis: their bandwidth at each level, under the roofs of
// the levels. Each kernel is a column.
#include <algorithm>
#include <numeric>

#include "reports/chart/bandwidth_axes.hpp"
#include "reports/chart/grid.hpp"
#include "reports/chart/marks.hpp"

namespace rooflens::reports::chart {
std::vector<std::size_t> by_time(const std::vector<Mark>& marks) {
  std::vector<std::size_t> order(marks.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return marks[a].kernel->share_of_time > marks[b].kernel->share_of_time;
  });
  return order;
}

double bandwidth_room(const Frame& frame) {
  return frame.content.roofline.empty() && !frame.bare ? x_title_room(frame) : x_axis_room(frame);
}

void draw_bandwidth(const Frame& frame, const Rect& area) {
  const double below = bandwidth_room(frame);
  const BandwidthAxes axes = bandwidth_axes(frame, area, {&frame.content}, below);
  frame.scene.plots.push_back(axes.plot);
  draw_y_axis(frame, axes.plot, axes.y, axes.title);
  if (axes.columns > 1) draw_x_title(frame, axes.plot, "Kernels, longest first", below);
  draw_base(frame, axes.plot);

  const std::vector<RoofLine> roofs = bandwidth_roof_lines(frame.colours, axes, frame.content);
  draw_spread(frame, axes.y, roofs);
  const std::vector<std::size_t> order = by_time(frame.content.bandwidth);
  std::vector<std::size_t> columns(order.size());
  for (std::size_t column = 0; column < order.size(); ++column) columns[order[column]] = column;
  std::vector<PlacedMark> placed;
  for (const Mark& mark : frame.content.bandwidth) {
    PlacedMark entry{&mark, {}};
    for (const models::LevelPoint* point : mark.points) {
      entry.at.push_back(axes.at(columns[placed.size()], point->bandwidth.value()));
    }
    placed.push_back(std::move(entry));
  }
  draw_marks(frame, axes.plot, placed, roofs);
}

}  // namespace rooflens::reports::chart

// The hierarchical roofline: intensity against performance, both logarithmic, with a slanted roof for each memory level
// and a level one for each precision.
#include "reports/chart/marks.hpp"
#include "reports/chart/roofline_axes.hpp"

namespace rooflens::reports::chart {

void draw_roofline(const Frame& frame, const Rect& area) {
  draw_roofline(frame, roofline_axes(frame, area, {&frame.content}));
}

void draw_roofline(const Frame& frame, const RooflineAxes& axes) {
  frame.scene.plots.push_back(axes.plot);
  const std::vector<RoofLine> lines = roof_lines(frame.colours, axes, frame.content);
  draw_attainable(frame, axes, lines);
  draw_roofline_axes(frame, axes);
  draw_spread(frame, axes.y, lines);

  std::vector<PlacedMark> placed;
  for (const Mark& mark : frame.content.roofline) {
    PlacedMark& entry = placed.emplace_back(PlacedMark{&mark, {}});
    for (const models::LevelPoint* point : mark.points) {
      entry.at.push_back(axes.at(point->intensity->value(), mark.kernel->flop_rate->value()));
    }
  }
  draw_marks(frame, axes.plot, placed, lines);
}

}  // namespace rooflens::reports::chart

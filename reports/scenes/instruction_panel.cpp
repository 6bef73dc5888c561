#include "reports/scenes/instruction_panel.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "reports/chart/axis.hpp"
#include "reports/chart/grid.hpp"
#include "reports/chart/marks.hpp"
#include "reports/draw/font.hpp"
#include "reports/scenes/instruction_content.hpp"

namespace rooflens::reports::chart {
namespace {

constexpr double kGips = 1e9;
constexpr double kVisible = 1.03;  // a shorter stem would hide under its point

struct Axes {
  Rect plot;
  LogAxis x;
  LogAxis y;  // in warp GIPS
  [[nodiscard]] Point at(double intensity, double rate) const { return {x.pixel(intensity), y.pixel(rate / kGips)}; }
};

struct Range {
  double from = INFINITY, to = 0;
  void include(double value) {
    from = std::min(from, value);
    to = std::max(to, value);
  }
  // With so much air on both sides, and wide enough.
  void widen(double below, double above, double least) {
    if (!(to > 0)) from = 1, to = 1;
    from /= below;
    to *= above;
    const double missing = least / (to / from);
    if (missing > 1) from /= std::sqrt(missing), to *= std::sqrt(missing);
  }
};

// The roof of issue, or nothing.
std::optional<double> issue_rate(const InstructionPanel& panel) {
  for (const Roof* roof : panel.roofs) {
    if (roof->instruction) return roof->instruction->rate.value();
  }
  return std::nullopt;
}

Axes axes_of(const Frame& frame, const Rect& area, const InstructionPanel& panel) {
  Range x, y;
  const std::optional<double> issue = issue_rate(panel);
  if (issue) y.include(*issue);
  for (const Roof* roof : panel.roofs) {
    if (issue && roof->memory) x.include(*issue / transaction_rate(*roof->memory));
  }
  for (const PanelMark& mark : panel.marks) {
    for (const PanelPoint& point : mark.points) {
      x.include(point.intensity);
      y.include(point.rate);
    }
    for (const auto& below : {mark.active, mark.predicated_on}) {
      if (below && *below > 0) y.include(*below);
    }
  }
  for (const PanelWall& wall : panel.walls) x.include(wall.intensity);
  x.widen(3, 3, 100);
  y.widen(2.5, issue ? 1.2 : 2, 1);
  y.from /= std::max(1.0, 50 / (y.to / y.from));
  Rect plot{area.x, area.y + caption_room(frame), area.width, area.height - caption_room(frame) - x_axis_room(frame)};
  // Words of walls stand above the roofs where points leave no other room.
  const double words = panel.walls.empty() ? roof_words_room(frame) : frame.sizes.roof * 4.5;
  y.to = raised(y.from, y.to, plot.height, std::min(words, plot.height / 3));
  const LogAxis rates(y.from / kGips, y.to / kGips, plot.bottom(), plot.y);
  plot.x += y_axis_room(frame, rates);
  plot.width -= y_axis_room(frame, rates);
  return {plot, LogAxis(x.from, x.to, plot.x, plot.right()), rates};
}

// Slopes end where kernels' roofs meet the issue roof, which begins at the fastest of them.
std::vector<RoofLine> roof_lines(const Frame& frame, const Axes& axes, const InstructionPanel& panel) {
  const double top = issue_rate(panel).value_or(axes.y.to() * kGips);
  double fastest = 0;
  for (const Roof* roof : panel.roofs) {
    if (roof->memory && roof->judged_by) fastest = std::max(fastest, transaction_rate(*roof->memory));
  }
  std::vector<RoofLine> lines;
  for (const Roof* roof : panel.roofs) {
    if (roof->memory) {
      const double rate = transaction_rate(*roof->memory);
      const double from = std::max(axes.x.from(), axes.y.from() * kGips / rate);
      const double to = std::min(axes.x.to(), top / rate);
      lines.push_back(
          {roof, axes.at(from, from * rate), axes.at(to, to * rate), frame.colours.of(roof->memory->level).ink, false});
    } else {
      const double from = fastest > 0 ? std::max(axes.x.from(), top / fastest) : axes.x.from();
      lines.push_back(
          {roof, axes.at(from, top), axes.at(axes.x.to(), top), frame.colours.of(models::Binding::compute).ink, true});
    }
  }
  return lines;
}

std::vector<RoofLine> wall_lines(const Frame& frame, const Axes& axes, const InstructionPanel& panel) {
  std::vector<RoofLine> lines;
  for (const PanelWall& wall : panel.walls) {
    const double top = std::min(attainable_rate(panel, wall.intensity), axes.y.to() * kGips);
    const Point foot{axes.x.pixel(wall.intensity), axes.plot.bottom()};
    lines.push_back({&wall.line, foot, axes.at(wall.intensity, top), frame.colours.muted, false});
  }
  return lines;
}

void draw_under_the_first_roof(const Frame& frame, const Axes& axes, const std::vector<RoofLine>& lines) {
  for (const RoofLine& line : lines) {
    if (!line.roof->memory || !line.roof->judged_by || line.to.x <= line.from.x) continue;
    frame.add(Area{{line.from,
                    line.to,
                    {axes.plot.right(), line.to.y},
                    {axes.plot.right(), axes.plot.bottom()},
                    {line.from.x, axes.plot.bottom()}},
                   {frame.colours.raised}});
    return;
  }
}

std::optional<double> lowest_of(const PanelMark& mark) { return mark.predicated_on ? mark.predicated_on : mark.active; }

// From the issued warp instructions down to those of active lanes (tick) and of lanes whose predicate is on (foot).
void add_stem(const Frame& frame, const Axes& axes, const PanelMark& mark, std::vector<Polyline>& stems) {
  if (!has_stem(mark)) return;
  const std::optional<double> lowest = lowest_of(mark);
  const PanelPoint& top = mark.points.front();
  const Paint paint{frame.colours.of(mark.mark->kernel->binding).ink, frame.crowded() ? 0.5 : 0.9};
  const auto add = [&](Point from, Point to) {
    stems.push_back({.role = LineRole::stem,
                     .points = {from, to},
                     .paint = paint,
                     .width = frame.crowded() ? 0.7 : 1.2,
                     .kernel = mark.mark->index});
  };
  const auto bar = [&](double rate, double half) {
    const Point at = axes.at(top.intensity, rate);
    add({at.x - half, at.y}, {at.x + half, at.y});
  };
  const double half = frame.sizes.marker_least * (frame.crowded() ? 0.8 : 1);
  add(axes.at(top.intensity, top.rate), axes.at(top.intensity, *lowest));
  bar(*lowest, half);
  if (mark.predicated_on && mark.active && *mark.active / *mark.predicated_on > kVisible) bar(*mark.active, half * 0.6);
}

std::string title_that_fits(const Frame& frame, const InstructionPanel& panel, double room) {
  for (const std::string& title : panel.x_titles) {
    if (text_width(title, frame.sizes.axis, Weight::semibold) <= room) return title;
  }
  return fit_end(panel.x_titles.back(), frame.sizes.axis, Weight::semibold, room);
}

}  // namespace

bool has_stem(const PanelMark& mark) {
  const std::optional<double> lowest = lowest_of(mark);
  return lowest && *lowest > 0 && mark.points.front().rate / *lowest > kVisible;
}

double attainable_rate(const InstructionPanel& panel, double intensity) {
  double height = INFINITY;
  for (const Roof* roof : panel.roofs) {
    if (!roof->judged_by) continue;
    height =
        std::min(height, roof->memory ? transaction_rate(*roof->memory) * intensity : roof->instruction->rate.value());
  }
  return height;
}

void draw_instruction_panel(const Frame& frame, const Rect& area, const InstructionPanel& panel) {
  const Axes axes = axes_of(frame, area, panel);
  frame.scene.plots.push_back(axes.plot);
  std::vector<RoofLine> lines = roof_lines(frame, axes, panel);
  draw_under_the_first_roof(frame, axes, lines);
  draw_x_axis(frame, axes.plot, axes.x, title_that_fits(frame, panel, area.width));
  draw_y_axis(frame, axes.plot, axes.y, panel.caption + " (warp GIPS)");
  draw_base(frame, axes.plot);
  draw_spread(frame, axes.y, lines);
  for (RoofLine& wall : wall_lines(frame, axes, panel)) lines.push_back(std::move(wall));

  MarkLayers layers;
  for (const PanelMark& mark : panel.marks) {
    std::vector<PlacedPoint> points;
    for (const PanelPoint& point : mark.points) {
      points.push_back({point.level, true, axes.at(point.intensity, point.rate)});
    }
    add_stem(frame, axes, mark, layers.stems);
    add_mark(frame, *mark.mark, points, panel.marks.size(), layers);
  }
  draw_layers(frame, axes.plot, std::move(layers), lines);
}

}  // namespace rooflens::reports::chart

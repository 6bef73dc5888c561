#include "reports/chart/roofline_axes.hpp"

#include <algorithm>
#include <cmath>

#include "reports/chart/grid.hpp"

namespace rooflens::reports::chart {
namespace {

// Values as they stand on the axes: FLOP/B, and FLOP/s over the axis's unit.
struct Domain {
  double left = 0.1, right = 100, low = 1, high = 1000;
};

constexpr double kSlopes = 0.3;  // of the width at least, left of the last ridge

RateUnit unit_for(double highest) {
  if (highest >= 1e12) return {1e12, "TFLOP/s"};
  return {1e9, "GFLOP/s"};
}

double fastest_compute(const Content& content) {
  double rate = 0;
  for (const Roof& roof : content.compute_roofs) rate = std::max(rate, roof.compute->rate.value());
  return rate;
}

// Every point and every ridge with air around them; at least three decades each way, so that one kernel has a context.
Domain domain_of(const std::vector<const Content*>& all) {
  double left = INFINITY, right = 0, low = INFINITY, high = 0, ridge = 0;
  for (const Content* content : all) {
    for (const Mark& mark : content->roofline) {
      low = std::min(low, mark.kernel->flop_rate->value());
      high = std::max(high, mark.kernel->flop_rate->value());
      for (const models::LevelPoint* point : mark.points) {
        left = std::min(left, point->intensity->value());
        right = std::max(right, point->intensity->value());
      }
    }
    const double top = fastest_compute(*content);
    high = std::max(high, top);
    for (const Roof& roof : content->memory_roofs) {
      if (top > 0) right = std::max(right, top / roof.memory->rate.value());
      if (top > 0) left = std::min(left, top / roof.memory->rate.value());
      if (top > 0) ridge = std::max(ridge, top / roof.memory->rate.value());
    }
  }
  if (!(right > 0)) left = 0.03, right = 200;  // without points and ridges
  if (!(high > 0)) high = 1e14;
  low = std::min(low, high);  // without points the roofs alone
  Domain domain{left / 3, right * 5, low / 4, high * 1.2};
  // Points far to the right leave the slopes of memory their part of the width.
  if (ridge > 0) domain.left = std::min(domain.left, ridge / std::pow(domain.right / ridge, kSlopes / (1 - kSlopes)));
  const double missing_x = 1000 / (domain.right / domain.left);
  if (missing_x > 1) {
    domain.left /= std::sqrt(missing_x);
    domain.right *= std::sqrt(missing_x);
  }
  domain.low /= std::max(1.0, 1000 / (domain.high / domain.low));
  return domain;
}

// A slanted roof from where it enters the plot to the fastest compute roof.
RoofLine slanted(const Palette& colours, const RooflineAxes& axes, const Roof& roof, double top) {
  const double rate = roof.memory->rate.value();
  const double from = std::max(axes.x.from(), axes.y.from() * axes.unit.size / rate);
  const double to = std::min(axes.x.to(), (top > 0 ? top : axes.y.to() * axes.unit.size) / rate);
  return {&roof, axes.at(from, from * rate), axes.at(to, to * rate), colours.of(roof.memory->level).ink, false};
}

// A level roof from the fastest memory's slope to the right edge.
RoofLine level(const Palette& colours, const RooflineAxes& axes, const Roof& roof, double fastest_memory) {
  const double rate = roof.compute->rate.value();
  const double from = fastest_memory > 0 ? std::max(axes.x.from(), rate / fastest_memory) : axes.x.from();
  return {&roof, axes.at(from, rate), axes.at(axes.x.to(), rate), colours.of(models::Binding::compute).ink, true};
}

}  // namespace

RooflineAxes roofline_axes(const Frame& frame, const Rect& area, const std::vector<const Content*>& all) {
  Domain domain = domain_of(all);
  const RateUnit unit = unit_for(domain.high);
  Rect plot{area.x, area.y + caption_room(frame), area.width, area.height - caption_room(frame) - x_axis_room(frame)};
  domain.high = raised(domain.low, domain.high, plot.height, roof_words_room(frame));
  const LogAxis y(domain.low / unit.size, domain.high / unit.size, plot.bottom(), plot.y);
  plot.x += y_axis_room(frame, y);
  plot.width -= y_axis_room(frame, y);
  return {plot, LogAxis(domain.left, domain.right, plot.x, plot.right()), y, unit};
}

void draw_roofline_axes(const Frame& frame, const RooflineAxes& axes) {
  draw_x_axis(frame, axes.plot, axes.x, "Arithmetic intensity (FLOP/B)");
  draw_y_axis(frame, axes.plot, axes.y, std::string("Performance (") + axes.unit.name + ")");
  draw_base(frame, axes.plot);
}

std::vector<RoofLine> roof_lines(const Palette& colours, const RooflineAxes& axes, const Content& content) {
  const auto judged = [](const Roof& roof) { return roof.judged_by; };
  const bool any = std::any_of(content.memory_roofs.begin(), content.memory_roofs.end(), judged) ||
                   std::any_of(content.compute_roofs.begin(), content.compute_roofs.end(), judged);
  double top = 0;
  double fastest_memory = 0;
  for (const Roof& roof : content.compute_roofs) {
    if (roof.judged_by || !any) top = std::max(top, roof.compute->rate.value());
  }
  for (const Roof& roof : content.memory_roofs) {
    if (roof.judged_by || !any) fastest_memory = std::max(fastest_memory, roof.memory->rate.value());
  }
  std::vector<RoofLine> lines;
  for (const Roof& roof : content.memory_roofs) lines.push_back(slanted(colours, axes, roof, top));
  for (const Roof& roof : content.compute_roofs) lines.push_back(level(colours, axes, roof, fastest_memory));
  return lines;
}

void draw_attainable(const Frame& frame, const RooflineAxes& axes, const std::vector<RoofLine>& lines) {
  const RoofLine* dram = nullptr;
  for (const RoofLine& line : lines) {
    if (line.roof->judged_by && line.roof->memory && line.roof->memory->level == models::Level::dram) dram = &line;
  }
  if (!dram || dram->to.x <= dram->from.x) return;
  frame.add(Area{{dram->from,
                  dram->to,
                  {axes.plot.right(), dram->to.y},
                  {axes.plot.right(), axes.plot.bottom()},
                  {dram->from.x, axes.plot.bottom()}},
                 {frame.colours.raised},
                 {},
                 models::Level::dram});
}

}  // namespace rooflens::reports::chart

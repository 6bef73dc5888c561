#include "reports/chart/grid.hpp"

#include <algorithm>

#include "reports/draw/font.hpp"

namespace rooflens::reports::chart {
namespace {

constexpr double kYSpacing = 2.2;  // in font sizes
constexpr double kXSpacing = 4.5;

void grid_line(const Frame& frame, Point from, Point to, bool major) {
  frame.add(Polyline{.role = LineRole::grid,
                     .points = {from, to},
                     .paint = {major ? frame.colours.grid : frame.colours.grid_minor},
                     .width = 1});
}

}  // namespace

double y_axis_room(const Frame& frame, const LogAxis& axis) {
  double widest = 0;
  for (const double value : axis.ticks(kYSpacing * frame.sizes.tick)) {
    widest = std::max(widest, text_width(tick_text(value), frame.sizes.tick, Weight::regular));
  }
  return widest + frame.sizes.tick * 0.7;
}

double x_axis_room(const Frame& frame) { return frame.sizes.tick * 1.6 + x_title_room(frame); }

double x_title_room(const Frame& frame) { return frame.sizes.axis * 1.7; }

double caption_room(const Frame& frame) { return frame.sizes.axis * 2.1; }

void draw_y_axis(const Frame& frame, const Rect& plot, const LogAxis& axis, const std::string& title) {
  const Sizes& s = frame.sizes;
  for (const double value : axis.between_decades()) {
    const double y = axis.pixel(value);
    grid_line(frame, {plot.x, y}, {plot.right(), y}, false);
  }
  for (const double value : axis.ticks(kYSpacing * s.tick)) {
    const double y = axis.pixel(value);
    grid_line(frame, {plot.x, y}, {plot.right(), y}, true);
    frame.add(Text{.role = TextRole::tick,
                   .at = {plot.x - s.tick * 0.5, y + s.tick * kCapHeight / 2},
                   .text = tick_text(value),
                   .size = s.tick,
                   .anchor = Anchor::end,
                   .colour = frame.colours.muted});
  }
  frame.add(Text{.role = TextRole::axis,
                 .at = {plot.x - y_axis_room(frame, axis), plot.y - s.axis * 0.7},
                 .text = fit_end(title, s.axis, Weight::semibold, plot.width + y_axis_room(frame, axis)),
                 .size = s.axis,
                 .weight = Weight::semibold,
                 .colour = frame.colours.text});
}

void draw_x_axis(const Frame& frame, const Rect& plot, const LogAxis& axis, const std::string& title) {
  const Sizes& s = frame.sizes;
  for (const double value : axis.between_decades()) {
    const double x = axis.pixel(value);
    grid_line(frame, {x, plot.y}, {x, plot.bottom()}, false);
  }
  for (const double value : axis.ticks(kXSpacing * s.tick)) {
    const double x = axis.pixel(value);
    grid_line(frame, {x, plot.y}, {x, plot.bottom()}, true);
    const double half = text_width(tick_text(value), s.tick, Weight::regular) / 2;
    if (x + half > frame.scene.width) continue;  // at the picture's edge: the words would leave it
    frame.add(Text{.role = TextRole::tick,
                   .at = {x, plot.bottom() + s.tick * 1.4},
                   .text = tick_text(value),
                   .size = s.tick,
                   .anchor = Anchor::middle,
                   .colour = frame.colours.muted});
  }
  draw_x_title(frame, plot, title, x_axis_room(frame));
}

void draw_x_title(const Frame& frame, const Rect& plot, const std::string& title, double room) {
  const Sizes& s = frame.sizes;
  frame.add(Text{.role = TextRole::axis,
                 .at = {plot.right(), plot.bottom() + room - s.axis * 0.45},
                 .text = fit_end(title, s.axis, Weight::semibold, plot.width),
                 .size = s.axis,
                 .weight = Weight::semibold,
                 .anchor = Anchor::end,
                 .colour = frame.colours.text});
}

void draw_base(const Frame& frame, const Rect& plot) {
  frame.add(Polyline{.role = LineRole::axis,
                     .points = {{plot.x, plot.y}, {plot.x, plot.bottom()}, {plot.right(), plot.bottom()}},
                     .paint = {frame.colours.axis},
                     .width = 1});
}

}  // namespace rooflens::reports::chart

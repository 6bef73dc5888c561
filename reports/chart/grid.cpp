#include "reports/chart/grid.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "reports/draw/font.hpp"

namespace rooflens::reports::chart {
namespace {

void grid_line(const Frame& frame, Point from, Point to, bool major) {
  frame.add(Polyline{.role = LineRole::grid,
                     .points = {from, to},
                     .paint = {major ? frame.colours.grid : frame.colours.grid_minor},
                     .width = 1});
}

Text x_tick(const Frame& frame, const Rect& plot, const LogAxis& axis, double value) {
  return {.role = TextRole::tick,
          .at = {axis.pixel(value), plot.bottom() + frame.sizes.tick * 1.4},
          .text = tick_text(value),
          .size = frame.sizes.tick,
          .anchor = Anchor::middle,
          .colour = frame.colours.muted};
}

Text y_tick(const Frame& frame, const Rect& plot, const LogAxis& axis, double value) {
  const double size = frame.sizes.tick;
  return {.role = TextRole::tick,
          .at = {plot.x - size * 0.5, axis.pixel(value) + size * kCapHeight / 2},
          .text = tick_text(value),
          .size = size,
          .anchor = Anchor::end,
          .colour = frame.colours.muted};
}

// Ticks that the whole axis has no room for, and a zoomed one has.
void add_zoom_ticks(const Frame& frame, const LogAxis& axis, double spacing, const auto& tick_of) {
  if (!frame.bare) return;
  const double decade = std::abs(axis.pixels_per_decade());
  for (const LogAxis::ZoomTick& tick : axis.zoom_ticks(spacing, decade * kMostZoom)) {
    if (tick.decade <= decade) continue;
    Text text = tick_of(tick.value);
    text.zoom = tick.decade / decade;
    frame.add(std::move(text));
  }
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
    frame.add(y_tick(frame, plot, axis, value));
  }
  add_zoom_ticks(frame, axis, kYSpacing * s.tick, [&](double value) { return y_tick(frame, plot, axis, value); });
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
    frame.add(x_tick(frame, plot, axis, value));
  }
  add_zoom_ticks(frame, axis, kXSpacing * s.tick, [&](double value) { return x_tick(frame, plot, axis, value); });
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

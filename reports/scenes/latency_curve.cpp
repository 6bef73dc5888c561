#include "reports/scenes/latency_curve.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "reports/chart/axis.hpp"
#include "reports/chart/grid.hpp"
#include "reports/chart/marks.hpp"
#include "reports/words/format.hpp"
#include "reports/words/latency_words.hpp"

namespace rooflens::reports::chart {
namespace {

using models::ByteRate;
using models::Bytes;

constexpr int kSegments = 96;
constexpr double kKilo = 1e3;

struct Axes {
  Rect plot;
  LogAxis x;    // kB in flight on an SM
  LogAxis y;    // of `unit` B/s
  double unit;  // B/s
  [[nodiscard]] Point at(Bytes in_flight, ByteRate rate) const {
    return {x.pixel(in_flight.value() / kKilo), y.pixel(rate.value() / unit)};
  }
};

// A point of the picture, with its words.
struct Stand {
  Bytes in_flight;
  ByteRate rate;
  std::string label;
  bool own = false;  // the kernel's; the others lie on the curve and are hollow
};

std::vector<Stand> stands_of(const LatencyCurve& curve) {
  const models::LatencyStanding& at = curve.at;
  std::vector<Stand> stands{{curve.per_sm(at.in_flight_per_thread), curve.reached,
                             "this kernel: " + format(curve.reached) + ", " + format_percent(at.share) +
                                 " of its roof" + above_latency_roof(*curve.kernel, at),
                             true}};
  if (at.loads) {
    stands.push_back({curve.per_sm(at.loads->in_flight()), at.loads->bandwidth,
                      models::loads_text(*at.loads) + ": " + format(at.loads->bandwidth)});
  }
  if (at.for_dram_roof) {
    const Bytes needed = curve.per_sm(*at.for_dram_roof);
    stands.push_back(
        {needed, curve.bandwidth(needed), "DRAM roof: " + format_capacity(*at.for_dram_roof) + " a thread"});
  }
  return stands;
}

Axes axes_of(const Frame& frame, const Rect& area, const LatencyCurve& curve, const std::vector<Stand>& stands) {
  double left = INFINITY, right = 0, low = INFINITY, high = curve.at.knee.maximum.value();
  for (const Stand& stand : stands) {
    left = std::min(left, stand.in_flight.value());
    right = std::max(right, stand.in_flight.value());
    low = std::min({low, stand.rate.value(), curve.bandwidth(stand.in_flight).value()});
    high = std::max(high, stand.rate.value());
  }
  for (const Roof& roof : curve.roofs) high = std::max(high, roof.memory->rate.value());
  // The corner that the knee rounds off lies in the middle of what is seen.
  const double corner = curve.per_sm(Bytes(1)).value() * (curve.at.knee.maximum * curve.at.knee.latency).value() /
                        curve.at.resident_threads;
  left = std::min(left, corner / 4) / 1.8;
  right = std::max(right, corner * 4) * 1.8;
  low = std::min(low, curve.bandwidth(Bytes(left)).value()) / 1.3;
  high *= 1.1;
  const double unit = high >= 1e12 ? 1e12 : 1e9;
  Rect plot{area.x, area.y + caption_room(frame), area.width, area.height - caption_room(frame) - x_axis_room(frame)};
  high = raised(low, high, plot.height, roof_words_room(frame));
  const LogAxis y(low / unit, high / unit, plot.bottom(), plot.y);
  plot.x += y_axis_room(frame, y);
  plot.width -= y_axis_room(frame, y);
  return {plot, LogAxis(left / kKilo, right / kKilo, plot.x, plot.right()), y, unit};
}

Polyline curve_line(const Frame& frame, const Axes& axes, const LatencyCurve& curve) {
  Polyline line{.role = LineRole::roof,
                .paint = {frame.colours.of(models::Binding::no_roof).ink},
                .width = frame.sizes.line * 1.2};
  for (int i = 0; i <= kSegments; ++i) {
    const double x = axes.plot.x + axes.plot.width * i / kSegments;
    const Bytes in_flight(axes.x.value(x) * kKilo);
    line.points.push_back(axes.at(in_flight, curve.bandwidth(in_flight)));
  }
  return line;
}

// The two straight lines that the curve bends between: bytes in flight over the latency, and the most that loads draw.
std::vector<std::pair<Roof, RoofLine>> legs(const Frame& frame, const Axes& axes, const LatencyCurve& curve) {
  const Rgb ink = frame.colours.muted;
  const double most = curve.at.knee.maximum.value();
  const double per_byte = curve.at.resident_threads / curve.per_sm(Bytes(1)).value() / curve.at.knee.latency.value();
  const double from = std::max(axes.x.from() * kKilo, axes.y.from() * axes.unit / per_byte);
  const double corner = most / per_byte;
  std::vector<std::pair<Roof, RoofLine>> lines;
  lines.push_back(
      {{.judged_by = false,
        .wordings = {"bytes in flight / " + format(curve.at.knee.latency) + ": Little's law",
                     "bytes in flight / " + format(curve.at.knee.latency)}},
       {nullptr, axes.at(Bytes(from), ByteRate(from * per_byte)), axes.at(Bytes(corner), ByteRate(most)), ink, false}});
  lines.push_back({{.judged_by = false,
                    .wordings = {"most that loads of this mix draw: " + format(curve.at.knee.maximum),
                                 "at most " + format(curve.at.knee.maximum)}},
                   {nullptr,
                    axes.at(Bytes(corner), ByteRate(most)),
                    {axes.plot.right(), axes.y.pixel(most / axes.unit)},
                    ink,
                    true}});
  return lines;
}

}  // namespace

Bytes LatencyCurve::per_sm(Bytes per_thread) const { return in_flight_per_sm(*kernel, at, per_thread); }

ByteRate LatencyCurve::bandwidth(Bytes in_flight) const {
  return at.knee.bandwidth(at.resident_threads, Bytes(in_flight / per_sm(Bytes(1))));
}

void draw_latency_curve(const Frame& frame, const Rect& area, const LatencyCurve& curve) {
  const std::vector<Stand> stands = stands_of(curve);
  const Axes axes = axes_of(frame, area, curve, stands);
  frame.scene.plots.push_back(axes.plot);
  draw_x_axis(frame, axes.plot, axes.x, "Loads in flight per SM (kB)");
  draw_y_axis(frame, axes.plot, axes.y, std::string("DRAM bandwidth (") + (axes.unit > 1e9 ? "TB/s)" : "GB/s)"));
  draw_base(frame, axes.plot);

  std::vector<RoofLine> lines;
  for (const Roof& roof : curve.roofs) {
    const double height = axes.y.pixel(roof.memory->rate.value() / axes.unit);
    lines.push_back(
        {&roof, {axes.plot.x, height}, {axes.plot.right(), height}, frame.colours.of(roof.memory->level).ink, true});
  }
  draw_spread(frame, axes.y, lines);
  const auto straight = legs(frame, axes, curve);
  for (const auto& [words, line] : straight) {
    lines.push_back(line);
    lines.back().roof = &words;
  }
  Obstacles obstacles;
  draw_roof_lines(frame, lines, obstacles);
  const Polyline line = curve_line(frame, axes, curve);
  for (std::size_t i = 1; i < line.points.size(); ++i) {
    obstacles.block_crossable(box(line.points[i - 1], line.points[i], 2));
  }
  frame.add(line);
  const Stand& own = stands.front();
  const Polyline drop{.role = LineRole::stem,
                      .points = {axes.at(own.in_flight, own.rate), axes.at(own.in_flight, curve.at.roof)},
                      .paint = {frame.colours.of(models::Binding::no_roof).ink},
                      .width = 1,
                      .dash = Dash::fine,
                      .kernel = curve.index};
  obstacles.block_crossable(box(drop.points[0], drop.points[1], 2));
  frame.add(drop);

  std::vector<Mark> marks;
  marks.reserve(stands.size());
  std::vector<NameRequest> requests;
  const Swatch& swatch = frame.colours.of(curve.kernel->binding);
  for (const Stand& stand : stands) {
    marks.push_back({curve.kernel, curve.index, stand.label, {}, true});
    Marker marker{.at = axes.at(stand.in_flight, stand.rate),
                  .shape = models::Level::dram,
                  .radius = frame.sizes.marker_least * (stand.own ? 1.7 : 1.3),
                  .fill = std::nullopt,
                  .edge = {frame.colours.of(models::Binding::no_roof).ink},
                  .edge_width = frame.sizes.compact ? 1.2 : 1.8,
                  .kernel = curve.index,
                  .primary = stand.own};
    if (stand.own) marker.fill = Paint{swatch.fill}, marker.edge = {swatch.ink}, marker.edge_width = 1;
    obstacles.block_with_marker(bounds(marker), *marker.kernel);
    requests.push_back({marker, &marks.back()});
  }
  for (const NameRequest& request : requests) frame.add(request.marker);
  draw_names(frame, axes.plot, requests, requests.size(), obstacles);
  draw_roof_words(frame, axes.plot, lines, obstacles);
}

}  // namespace rooflens::reports::chart

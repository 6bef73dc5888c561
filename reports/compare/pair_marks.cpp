#include "reports/compare/pair_marks.hpp"

#include <algorithm>
#include <cmath>

#include "reports/chart/mark_names.hpp"
#include "reports/chart/obstacles.hpp"

namespace rooflens::reports::chart {
namespace {

constexpr double kPale = 0.3;      // opacity of A's marker
constexpr double kLeastArrow = 4;  // pixels between the markers' edges from which on an arrow can be seen

Paint arrow_paint(const Frame& frame, models::Trend trend) {
  switch (trend) {
    case models::Trend::faster:
      return {frame.colours.text, 0.8};
    case models::Trend::slower:
      return {frame.colours.warning.ink, 0.9};
    case models::Trend::same:
    case models::Trend::unknown:
      break;
  }
  return {frame.colours.muted, 0.55};
}

double head_length(const Frame& frame) { return std::max(5.0, frame.sizes.name * 0.62); }
double arrow_width(const Frame& frame) { return frame.sizes.compact || frame.crowded() ? 1 : 1.3; }

Marker marker(const Frame& frame, const Mark& mark, Point at, bool is_b) {
  const Swatch& swatch = frame.colours.of(mark.kernel->binding);
  const bool counted = mark.operations_counted && mark.points.front()->source == models::DemandSource::measured;
  const double most = frame.crowded() ? frame.sizes.marker * 0.5 : frame.sizes.marker * 0.7;
  Marker result{.at = at,
                .shape = mark.points.front()->level,
                .radius = std::min(most, frame.radius(mark.kernel->share_of_time)),
                .fill = std::nullopt,
                .edge = {swatch.ink, is_b ? 1.0 : 0.6},
                .edge_width = counted ? 1 : 1.6,
                .kernel = mark.index,
                .primary = is_b};
  if (counted) result.fill = Paint{swatch.fill, is_b ? 0.95 : kPale};
  return result;
}

// From A's point to the edge of B's marker; a short way has no room for a head.
void draw_arrow(const Frame& frame, const PlacedPair& pair, const Marker& to, Obstacles& obstacles) {
  const double distance = std::hypot(pair.to.x - pair.from.x, pair.to.y - pair.from.y);
  const double way = distance - to.radius;
  if (way < kLeastArrow) return;
  const Paint paint = arrow_paint(frame, pair.trend);
  const Point along{(pair.to.x - pair.from.x) / distance, (pair.to.y - pair.from.y) / distance};
  const auto at = [&](double length) { return Point{pair.from.x + along.x * length, pair.from.y + along.y * length}; };
  const double head = std::min(head_length(frame), way * 0.6);
  const Point tip = at(way - to.edge_width);
  const Point base = at(way - to.edge_width - head * 0.8);
  obstacles.block_crossable(box(pair.from, tip, 3));
  frame.add(Polyline{.role = LineRole::arrow,
                     .points = {pair.from, base},
                     .paint = paint,
                     .width = arrow_width(frame),
                     .kernel = pair.b->index});
  Area tip_area = arrow_head(pair.from, tip, head, paint);
  tip_area.kernel = pair.b->index;
  frame.add(std::move(tip_area));
}

}  // namespace

void draw_pairs(const Frame& frame, const Rect& plot, const std::vector<PlacedPair>& pairs,
                const std::vector<RoofLine>& roofs) {
  Obstacles obstacles;
  draw_roof_lines(frame, roofs, obstacles);
  std::vector<NameRequest> requests;
  for (const PlacedPair& pair : pairs) requests.push_back({marker(frame, *pair.b, pair.to, true), pair.b});
  // What changed most is drawn last, on top.
  for (std::size_t i = pairs.size(); i-- > 0;) {
    const Marker from = marker(frame, *pairs[i].a, pairs[i].from, false);
    obstacles.block_crossable(bounds(from));
    frame.add(from);
    draw_arrow(frame, pairs[i], requests[i].marker, obstacles);
  }
  for (std::size_t i = pairs.size(); i-- > 0;) {
    const Marker& to = requests[i].marker;
    frame.crowded() ? obstacles.block_crossable(bounds(to)) : obstacles.block_with_marker(bounds(to), *to.kernel);
    frame.add(to);
  }
  draw_roof_words(frame, plot, roofs, obstacles);
  const double room = plot.width * plot.height / (frame.sizes.name * frame.sizes.name * 90);
  const auto most = std::min(static_cast<double>(std::max(0, frame.most_names)), std::ceil(room));
  draw_names(frame, plot, requests, static_cast<std::size_t>(most), obstacles);
}

LegendGroup pair_keys(const Frame& frame) {
  const double radius = frame.sizes.legend * 0.42;
  const Rgb grey = frame.colours.muted;
  LegendGroup group{"Kernels", {}};
  group.entries.push_back(
      {.label = "A", .sample = {.radius = radius, .fill = Paint{grey, kPale}, .edge = {grey, 0.6}}});
  group.entries.push_back({.label = "B", .sample = {.radius = radius, .fill = Paint{grey}, .edge = {grey}}});
  const auto arrow = [&](const char* label, models::Trend trend) {
    group.entries.push_back(
        {.label = label,
         .line = Polyline{.role = LineRole::arrow, .paint = arrow_paint(frame, trend), .width = arrow_width(frame)},
         .arrow = true});
  };
  arrow("faster", models::Trend::faster);
  arrow("slower", models::Trend::slower);
  arrow("the same, or not known", models::Trend::same);
  return group;
}

}  // namespace rooflens::reports::chart

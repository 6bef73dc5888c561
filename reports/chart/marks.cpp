#include "reports/chart/marks.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace rooflens::reports::chart {
namespace {

double opacity(std::size_t count) { return std::clamp(std::pow(static_cast<double>(count) / 40, -0.22), 0.3, 1.0); }

Marker marker(const Frame& frame, const Mark& mark, const PlacedPoint& point, bool primary, std::size_t count) {
  const Swatch& swatch = frame.colours.of(mark.kernel->binding);
  const double alpha = opacity(count);
  Marker result{.at = point.at,
                .shape = point.level,
                .radius = frame.radius(mark.kernel->share_of_time),
                .fill = std::nullopt,
                .edge = {swatch.ink, alpha},
                .edge_width = frame.crowded() ? 0.6 : 1,
                .kernel = mark.index,
                .primary = primary};
  if (point.counted) result.fill = Paint{swatch.fill, alpha};
  if (!point.counted) result.edge_width = frame.sizes.compact ? 1.2 : 1.8;
  if (point.counted && count > 1000) result.edge_width = 0;  // thousands of outlines would be all there is to see
  if (!primary) {
    result.radius = std::max(frame.sizes.marker_least * 0.8, result.radius * 0.5);
    result.edge.alpha = 0.75;
    if (result.fill) result.fill->alpha = 0.45;
  }
  return result;
}

}  // namespace

void add_mark(const Frame& frame, const Mark& mark, const std::vector<PlacedPoint>& points, std::size_t count,
              MarkLayers& layers) {
  const std::size_t levels = frame.crowded() && !frame.every_level ? 1 : points.size();
  for (std::size_t i = levels; i-- > 0;) {
    Marker m = marker(frame, mark, points[i], i == 0, count);
    if (i == 0) {
      layers.primary.push_back({m, &mark});
    } else {
      layers.secondary.push_back(m);
    }
  }
  const auto [left, right] =
      std::minmax_element(points.begin(), points.begin() + static_cast<std::ptrdiff_t>(levels),
                          [](const PlacedPoint& a, const PlacedPoint& b) { return a.at.x + a.at.y < b.at.x + b.at.y; });
  if (!frame.crowded() && std::hypot(right->at.x - left->at.x, right->at.y - left->at.y) > 2) {
    const Rgb ink = frame.colours.of(mark.kernel->binding).ink;
    layers.connectors.push_back({.role = LineRole::connector,
                                 .points = {left->at, right->at},
                                 .paint = {ink, 0.45},
                                 .width = 1,
                                 .kernel = mark.index});
  }
}

void draw_layers(const Frame& frame, const Rect& plot, MarkLayers layers, const std::vector<RoofLine>& roofs) {
  Obstacles obstacles;
  draw_roof_lines(frame, roofs, obstacles);
  for (Polyline& stem : layers.stems) {
    obstacles.block_crossable(box(stem.points[0], stem.points[1], 2));
    frame.add(std::move(stem));
  }
  for (Polyline& connector : layers.connectors) {
    obstacles.avoid(box(connector.points[0], connector.points[1], 2));
    frame.add(std::move(connector));
  }
  const auto block = [&](const Marker& m) {
    frame.crowded() ? obstacles.block_crossable(bounds(m)) : obstacles.block_with_marker(bounds(m), *m.kernel);
  };
  for (const Marker& m : layers.secondary) {
    block(m);
    frame.add(m);
  }
  // Most important, that is largest, first: small ones stay visible on top of it.
  for (const NameRequest& request : layers.primary) {
    block(request.marker);
    frame.add(request.marker);
  }
  draw_roof_words(frame, plot, roofs, obstacles);
  const double room = plot.width * plot.height / (frame.sizes.name * frame.sizes.name * 90);
  const auto most = std::min(static_cast<double>(std::max(0, frame.most_names)), std::ceil(room));
  draw_names(frame, plot, layers.primary, static_cast<std::size_t>(most), obstacles);
}

void draw_marks(const Frame& frame, const Rect& plot, const std::vector<PlacedMark>& marks,
                const std::vector<RoofLine>& roofs) {
  MarkLayers layers;
  for (const PlacedMark& placed : marks) {
    std::vector<PlacedPoint> points;
    for (std::size_t i = 0; i < placed.at.size(); ++i) {
      const models::LevelPoint& point = *placed.mark->points[i];
      const bool counted = placed.mark->operations_counted && point.source == models::DemandSource::measured;
      points.push_back({point.level, counted, placed.at[i]});
    }
    add_mark(frame, *placed.mark, points, marks.size(), layers);
  }
  draw_layers(frame, plot, std::move(layers), roofs);
}

}  // namespace rooflens::reports::chart

#include "reports/chart/marks.hpp"

#include <algorithm>
#include <cmath>

#include "reports/chart/names.hpp"

namespace rooflens::reports::chart {
namespace {

double opacity(std::size_t count) { return std::clamp(std::pow(static_cast<double>(count) / 40, -0.22), 0.3, 1.0); }

Marker marker(const Frame& frame, const Mark& mark, std::size_t i, Point at, std::size_t count) {
  const models::LevelPoint& point = *mark.points[i];
  const Swatch& swatch = frame.colours.of(mark.kernel->binding);
  const bool primary = i == 0;
  const bool counted = mark.operations_counted && point.source == models::DemandSource::measured;
  const double alpha = opacity(count);
  Marker result{.at = at,
                .shape = point.level,
                .radius = frame.radius(mark.kernel->share_of_time),
                .fill = std::nullopt,
                .edge = {swatch.ink, alpha},
                .edge_width = frame.crowded() ? 0.6 : 1,
                .kernel = mark.index,
                .primary = primary};
  if (counted) result.fill = Paint{swatch.fill, alpha};
  if (!counted) result.edge_width = frame.sizes.compact ? 1.2 : 1.8;
  if (counted && count > 1000) result.edge_width = 0;  // thousands of outlines would be all there is to see
  if (!primary) {
    result.radius = std::max(frame.sizes.marker_least * 0.8, result.radius * 0.5);
    result.edge.alpha = 0.75;
    if (result.fill) result.fill->alpha = 0.45;
  }
  return result;
}

struct Drawn {
  std::vector<Marker> secondary;
  std::vector<NameRequest> primary;
  std::vector<Polyline> connectors;
};

Drawn lay_out(const Frame& frame, const std::vector<PlacedMark>& marks) {
  Drawn drawn;
  for (const PlacedMark& placed : marks) {
    const std::size_t levels = frame.crowded() ? 1 : placed.at.size();
    for (std::size_t i = levels; i-- > 0;) {
      Marker m = marker(frame, *placed.mark, i, placed.at[i], marks.size());
      if (i == 0) {
        drawn.primary.push_back({m, placed.mark});
      } else {
        drawn.secondary.push_back(m);
      }
    }
    const auto [left, right] =
        std::minmax_element(placed.at.begin(), placed.at.begin() + static_cast<std::ptrdiff_t>(levels),
                            [](Point a, Point b) { return a.x + a.y < b.x + b.y; });
    if (std::hypot(right->x - left->x, right->y - left->y) > 2) {
      const Rgb ink = frame.colours.of(placed.mark->kernel->binding).ink;
      drawn.connectors.push_back(
          {.role = LineRole::connector, .points = {*left, *right}, .paint = {ink, 0.45}, .width = 1});
    }
  }
  return drawn;
}

}  // namespace

void draw_marks(const Frame& frame, const Rect& plot, const std::vector<PlacedMark>& marks,
                const std::vector<RoofLine>& roofs) {
  Drawn drawn = lay_out(frame, marks);
  Obstacles obstacles;
  draw_roof_lines(frame, roofs, obstacles);
  for (Polyline& connector : drawn.connectors) {
    obstacles.avoid(box(connector.points[0], connector.points[1], 2));
    frame.add(std::move(connector));
  }
  const auto block = [&](const Marker& m) {
    frame.crowded() ? obstacles.block_crossable(bounds(m)) : obstacles.block_with_marker(bounds(m));
  };
  for (const Marker& m : drawn.secondary) {
    block(m);
    frame.add(m);
  }
  // Most important, that is largest, first: small ones stay visible on top of it.
  for (const NameRequest& request : drawn.primary) {
    block(request.marker);
    frame.add(request.marker);
  }
  draw_roof_words(frame, plot, roofs, obstacles);
  const double room = plot.width * plot.height / (frame.sizes.name * frame.sizes.name * 90);
  const auto most = std::min(static_cast<double>(std::max(0, frame.most_names)), std::ceil(room));
  draw_names(frame, plot, drawn.primary, static_cast<std::size_t>(most), obstacles);
}

}  // namespace rooflens::reports::chart

// Kernels with their points, names and the roofs above them, in the order that keeps everything readable.
#pragma once

#include <vector>

#include "reports/chart/frame.hpp"
#include "reports/chart/mark_names.hpp"
#include "reports/chart/roof_lines.hpp"

namespace rooflens::reports::chart {

/// A kernel and where its points lie, in the order of Mark::points.
struct PlacedMark {
  const Mark* mark = nullptr;
  std::vector<Point> at;
};

/// A point of a kernel on a plot.
struct PlacedPoint {
  models::Level level = models::Level::dram;
  bool counted = true;  ///< false: hollow
  Point at;
};

/// What is drawn of kernels, from back to front.
struct MarkLayers {
  std::vector<Polyline> stems;  ///< no words lie on them
  std::vector<Polyline> connectors;
  std::vector<Marker> secondary;
  std::vector<NameRequest> primary;
};

/// Adds the points of a kernel, the primary one first, and the line through them; `count` kernels share the plot.
void add_mark(const Frame& frame, const Mark& mark, const std::vector<PlacedPoint>& points, std::size_t count,
              MarkLayers& layers);

/// Draws roofs, then stems, connectors, markers (small ones above large ones), roof words and names.
void draw_layers(const Frame& frame, const Rect& plot, MarkLayers layers, const std::vector<RoofLine>& roofs);

/// Draws kernels under their roofs. `marks` come most important first.
void draw_marks(const Frame& frame, const Rect& plot, const std::vector<PlacedMark>& marks,
                const std::vector<RoofLine>& roofs);

}  // namespace rooflens::reports::chart

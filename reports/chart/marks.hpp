// Kernels with their points, names and the roofs above them, in the order that keeps everything readable.
#pragma once

#include <vector>

#include "reports/chart/frame.hpp"
#include "reports/chart/roof_lines.hpp"

namespace rooflens::reports::chart {

/// A kernel and where its points lie, in the order of Mark::points.
struct PlacedMark {
  const Mark* mark = nullptr;
  std::vector<Point> at;
};

/// Draws roofs, then connectors, markers (small ones above large ones), roof words and names. `marks` come most
/// important first.
void draw_marks(const Frame& frame, const Rect& plot, const std::vector<PlacedMark>& marks,
                const std::vector<RoofLine>& roofs);

}  // namespace rooflens::reports::chart

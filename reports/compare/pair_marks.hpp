// Pairs on a chart: a pale marker for A, a full one for B, and an arrow between them; then roofs' words and names.
#pragma once

#include <vector>

#include "reports/chart/frame.hpp"
#include "reports/chart/legend_flow.hpp"
#include "reports/chart/roof_lines.hpp"
#include "reports/compare/comparison_content.hpp"

namespace rooflens::reports::chart {

/// Where a pair lies: the marks of both sides have one point each.
struct PlacedPair {
  const Mark* a = nullptr;
  const Mark* b = nullptr;
  Point from;
  Point to;
  models::Trend trend = models::Trend::unknown;
};

/// Draws in the order that keeps everything readable; `pairs` come with what changed most first.
void draw_pairs(const Frame& frame, const Rect& plot, const std::vector<PlacedPair>& pairs,
                const std::vector<RoofLine>& roofs);

/// Keys to A, B and the arrows.
[[nodiscard]] LegendGroup pair_keys(const Frame& frame);

}  // namespace rooflens::reports::chart

// What the chart of a comparison shows, before any pixel: which pairs have a point on either side, at one memory level,
// and which roofs of A and B belong on it.
#pragma once

#include <cstddef>
#include <vector>

#include "models/compare/comparison.hpp"
#include "reports/chart/content.hpp"
#include "reports/chart/frame.hpp"
#include "reports/chart/legend_flow.hpp"
#include "reports/chart/roof_lines.hpp"

namespace rooflens::reports::chart {

/// More pairs than this are a blot of ink: those that changed least are in the table alone.
inline constexpr std::size_t kMostDrawnPairs = 500;

struct ComparisonContent {
  /// Marks with the same position in `roofline`, or in `bandwidth`, are a pair: what changed most comes first. Each has
  /// one point; the index is that into Comparison::pairs.
  /// A roof of A without wordings is equal to one of B, whose words name both.
  Content a;
  Content b;
  std::vector<Undrawn> undrawn;
  std::size_t left_out = 0;  ///< pairs beyond kMostDrawnPairs
};

/// Position in comparison.machines of the machines that the pair ran on.
[[nodiscard]] std::size_t machines_of_pair(const models::Comparison& comparison, const models::KernelPair& pair);

/// The pairs of comparison.machines[machine].
[[nodiscard]] ComparisonContent select(const models::Comparison& comparison, std::size_t machine);

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

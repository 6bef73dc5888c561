// What the chart of a comparison shows, before any pixel: which pairs have a point on either side, at one memory level,
// and which roofs of A and B belong on it.
#pragma once

#include <cstddef>
#include <vector>

#include "models/compare/comparison.hpp"
#include "reports/chart/content.hpp"

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

}  // namespace rooflens::reports::chart

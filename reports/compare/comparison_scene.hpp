// The chart of a comparison: the roofs of A (thin, dashed) and B (solid), and for each pair an arrow from A's point to
// B's.
#pragma once

#include "reports/compare/compare.hpp"
#include "reports/draw/scene.hpp"

namespace rooflens::reports::chart {

/// Draws comparison.machines[options.machine]; bare: without title, sentence and devices. Pure: the same input gives
/// the same scene.
[[nodiscard]] Scene build_comparison_scene(const ComparisonDocument& document, const PictureOptions& options);

}  // namespace rooflens::reports::chart

// Which roofs a chart draws, and their words.
#pragma once

#include "models/analysis.hpp"
#include "reports/chart/content.hpp"

namespace rooflens::reports::chart {

/// Fills content.memory_roofs and content.compute_roofs: those the machine is judged by, for every level and for the
/// precisions that its kernels use, and the theoretical ones at maximum clock where they differ.
void select_roofs(const models::MachineAnalysis& analysis, Content& content);

}  // namespace rooflens::reports::chart

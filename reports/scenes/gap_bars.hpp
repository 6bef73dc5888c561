// The waterfall of a gap: a bar a factor from the shortest time to the measured one. Lengths are logarithms, so that
// factors that multiply are bars that add up.
#pragma once

#include <vector>

#include "models/gap/gap.hpp"
#include "reports/chart/frame.hpp"
#include "reports/chart/legend_flow.hpp"
#include "reports/scenes/step_kind.hpp"

namespace rooflens::reports::chart {

/// A factor's bar, between times over the shortest one: `to` = `from` times the factor.
struct GapStep {
  const models::GapFactor* factor = nullptr;
  double from = 1;
  double to = 1;
  StepKind kind = StepKind::counted;
};

struct GapSteps {
  std::vector<GapStep> shown;                     ///< from the roof to the measured time, each from where the last ends
  std::vector<const models::GapFactor*> no_loss;  ///< too near to 1 for a bar of their own
  double rest = 1;                                ///< the product of those, after all that are shown
};

[[nodiscard]] GapSteps gap_steps(const models::Gap& gap);

/// What colours of bars mean, of those kinds that there are.
[[nodiscard]] LegendGroup step_keys(const Frame& frame, const GapSteps& steps);

/// The rows in `area` with the speed-ups that removing each factor brings, and the axis below them.
void draw_gap_bars(const Frame& frame, const Rect& area, const models::Gap& gap, const GapSteps& steps);

}  // namespace rooflens::reports::chart

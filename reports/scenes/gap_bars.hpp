// The waterfall of a gap: a bar a factor from the shortest time to the measured one. Lengths are logarithms, so that
// factors that multiply are bars that add up.
#pragma once

#include <vector>

#include "models/explain/gap.hpp"
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
  std::vector<GapStep> shown;                     ///< from the roof to the measured time
  std::vector<const models::GapFactor*> no_loss;  ///< too near to 1 for a bar
};

[[nodiscard]] GapSteps gap_steps(const models::Gap& gap);

/// Round factors within the range (1 among them where it holds it), the logarithms at least `share` of the range apart,
/// ascending. A range below 1.6 has even steps: 1, 1.05, 1.1.
[[nodiscard]] std::vector<double> factor_ticks(double from, double to, double share);
/// Their numbers, those of even steps with the same digits: "1.00×", "1.05×", "1.10×".
[[nodiscard]] std::vector<std::string> factor_tick_texts(const std::vector<double>& ticks);

/// What colours of bars mean, of those kinds that there are.
[[nodiscard]] LegendGroup step_keys(const Frame& frame, const GapSteps& steps);

/// The rows in `area` with the speed-ups that removing each factor brings, and the axis below them.
void draw_gap_bars(const Frame& frame, const Rect& area, const models::Gap& gap, const GapSteps& steps);

}  // namespace rooflens::reports::chart

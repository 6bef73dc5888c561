#include "reports/scenes/step_kind.hpp"

#include <array>
#include <cstddef>

#include "models/base/thresholds.hpp"

namespace rooflens::reports::chart {

StepKind kind_of(const models::GapFactor& factor) {
  if (factor.factor < models::kFactorTooSmall) return StepKind::flagged;
  for (const std::string_view waiting : {"overlap", "turnover", "latency", "dependence"}) {
    if (factor.id == waiting) return StepKind::latency;
  }
  if (factor.id == "unexplained") return StepKind::unexplained;
  return factor.id == "unclassified" ? StepKind::unclassified : StepKind::counted;
}

std::string_view id(StepKind kind) {
  constexpr std::array<std::string_view, 5> kIds{"counted", "latency", "unexplained", "unclassified", "flagged"};
  return kIds[static_cast<std::size_t>(kind)];
}

}  // namespace rooflens::reports::chart

#include "models/place/busiest.hpp"

#include <algorithm>
#include <vector>

#include "models/place/placement.hpp"
#include "models/place/unknown_demand.hpp"

namespace rooflens::models {
namespace {

Binding binding_of(Level level) {
  switch (level) {
    case Level::shared:
      return Binding::shared;
    case Level::l1:
      return Binding::l1;
    case Level::l2:
      return Binding::l2;
    case Level::dram:
      return Binding::dram;
  }
  return Binding::unknown;
}

}  // namespace

Busiest busiest_of(const Placement& kernel) {
  Busiest result;
  const auto consider = [&](std::optional<double> fraction, Binding binding) {
    if (fraction && (!result.fraction || *fraction > *result.fraction)) result = {binding, fraction};
  };
  for (const LevelPoint& point : kernel.points) consider(point.fraction_of_ceiling, binding_of(point.level));
  for (const PrecisionWork& work : kernel.operations) {
    if (counts_as_work(work.precision, kernel.observation->work)) consider(work.fraction_of_ceiling, Binding::compute);
  }
  if (const auto& issue = kernel.instruction_roofline; issue && issue->peak) {
    consider(issue->heights.issued / *issue->peak, Binding::compute);
  }
  if (!result.fraction || *result.fraction >= kBusyThreshold) return result;
  // That nothing is busy can be said only where traffic was counted, and all arithmetic, and where each has a roof.
  const bool counted = std::any_of(kernel.points.begin(), kernel.points.end(),
                                   [](const LevelPoint& point) { return point.source == DemandSource::measured; });
  const auto may_be_busy = [&](const UnknownDemand& u) {
    return !u.at_most || *u.at_most >= kBusyThreshold * kernel.time->median;
  };
  const auto idle_for_sure = [&] {
    if (!counted || kernel.uncounted != MatrixWork::none || !without_roof(kernel).empty()) return false;
    const std::vector<UnknownDemand> unknown = unknown_demand(kernel);
    return std::none_of(unknown.begin(), unknown.end(), may_be_busy);
  };
  result.binding = idle_for_sure() ? Binding::no_roof : Binding::unknown;
  return result;
}

}  // namespace rooflens::models

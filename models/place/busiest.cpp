#include "models/place/busiest.hpp"

#include <algorithm>

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
  const DemandModel& demand = *kernel.demand;
  if (const DemandResource* busiest = demand.longest(kAllInefficiencies, RoofClock::roof)) {
    const auto* level = std::get_if<Level>(&busiest->resource);
    result.binding = level ? binding_of(*level) : Binding::compute;
    result.resource = busiest->resource;
    result.fraction = demand.needed_together(*busiest, kAllInefficiencies, RoofClock::roof) / kernel.time->median;
  }
  if (result.fraction && *result.fraction >= kBusyThreshold) return result;
  // That nothing is busy can be said only where traffic was counted, and all arithmetic, and where each has a roof.
  const bool counted = std::any_of(kernel.points.begin(), kernel.points.end(),
                                   [](const LevelPoint& point) { return point.source == DemandSource::measured; });
  const auto may_be_busy = [&](const UnknownDemand& u) {
    return !u.at_most || *u.at_most >= kBusyThreshold * kernel.time->median;
  };
  const auto idle_for_sure = [&] {
    if (!counted || kernel.uncounted != MatrixWork::none || !without_roof(kernel).empty()) return false;
    return std::none_of(demand.uncounted.begin(), demand.uncounted.end(), may_be_busy);
  };
  result.binding = idle_for_sure() ? Binding::no_roof : Binding::unknown;
  return result;
}

}  // namespace rooflens::models

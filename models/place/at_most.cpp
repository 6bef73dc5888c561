#include "models/place/at_most.hpp"

#include <algorithm>

#include "models/base/thresholds.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {

bool no_roof_at_most(const Placement& kernel) {
  const Observation& observation = *kernel.observation;
  if (observation.durations.empty()) return false;
  Observation most = observation;
  most.counters = largest(observation.counters);
  most.durations = {*std::min_element(observation.durations.begin(), observation.durations.end())};
  const Placement at_most = place_as_counted(most, *kernel.machine, true);
  return at_most.binding == Binding::no_roof && at_most.busiest_fraction.value_or(0) < kBusyAtMost;
}

}  // namespace rooflens::models

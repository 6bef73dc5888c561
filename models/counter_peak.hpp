// Roofs from the peaks that CUPTI reports for a chip (`.peak_sustained`, per clock) times a clock counted in the same
// run.
#pragma once

#include "models/ceiling.hpp"
#include "models/counters.hpp"

namespace rooflens::models {

/// What these counters give: L2 at present, the one level whose rate follows from no device property.
[[nodiscard]] Ceilings counter_peak_ceilings(const CounterSet& counters);

}  // namespace rooflens::models

// Roofs from the peaks that CUPTI reports for a chip (`.peak_sustained`, per clock) times a clock counted in the same
// run.
#pragma once

#include <span>

#include "models/counters/counters.hpp"
#include "models/record/observation.hpp"
#include "models/roofs/ceiling.hpp"

namespace rooflens::models {

/// What these counters give: L2 at present, the one level whose rate follows from no device property.
[[nodiscard]] Ceilings counter_peak_ceilings(const CounterSet& counters);

/// For a machine whose properties are not all known: DRAM, L1 and arithmetic roofs from the peaks and clocks of its
/// observations, each only where `ceilings` has none. Of several observations the one with the middle rate counts.
void add_counter_peaks_where_missing(Ceilings& ceilings, std::span<const Observation> observations);

}  // namespace rooflens::models

// All roofs of a machine for one run: the data sheet's at the maximum clock, the same at the clock of the run, and what
// the chip's counters say.
#pragma once

#include <span>

#include "models/ceiling.hpp"
#include "models/machine.hpp"
#include "models/observation.hpp"

namespace rooflens::models {

/// Clocks of the run are medians over what the observations recorded while kernels ran; where none recorded a clock,
/// there are no roofs at the clock of the run.
[[nodiscard]] Ceilings run_ceilings(const DeviceProperties& device, std::span<const Observation> observations);

}  // namespace rooflens::models

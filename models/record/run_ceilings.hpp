// All roofs of a machine for one run: the theoretical ones at the maximum clock, the same at the clock of the run, what
// the chip's counters say, and what probes measured on this GPU.
#pragma once

#include <span>

#include "models/record/machine.hpp"
#include "models/record/observation.hpp"
#include "models/roofs/ceiling.hpp"
#include "models/roofs/measured_roof.hpp"

namespace rooflens::models {

/// Clocks of the run are medians over what the observations recorded while kernels ran; where none recorded a clock,
/// there are no roofs at the clock of the run, and measured ones stand as they were measured.
[[nodiscard]] Ceilings run_ceilings(const DeviceProperties& device, std::span<const Observation> observations,
                                    const MeasuredRoofs* measured = nullptr);

}  // namespace rooflens::models

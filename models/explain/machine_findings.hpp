// The rules that turn a whole run on one machine into statements: clocks, throttling, roofs that are not known.
#pragma once

#include <vector>

#include "models/explain/analysis.hpp"

namespace rooflens::models {

/// Of kernels that are placed.
[[nodiscard]] std::vector<Finding> machine_findings(const MachineKernels& machine);

}  // namespace rooflens::models

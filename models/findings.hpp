// The rules that turn a kernel's numbers into statements: what was seen, why it matters, what to change. Private to
// models/: others read the findings in the analysis.
#pragma once

#include <vector>

#include "models/analysis.hpp"

namespace rooflens::models {

/// Findings about one kernel whose numbers are complete, most severe first.
[[nodiscard]] std::vector<Finding> kernel_findings(const KernelAnalysis& kernel);

/// Findings about the run on one machine.
[[nodiscard]] std::vector<Finding> machine_findings(const MachineAnalysis& machine);

}  // namespace rooflens::models

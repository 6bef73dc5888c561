// The rules that turn a kernel's numbers into statements: what was seen, why it matters, what to change. Private to
// models/: others read the findings in the analysis.
#pragma once

#include <string_view>
#include <vector>

#include "models/analysis.hpp"
#include "models/counter_rules.hpp"

namespace rooflens::models {

/// Levels at which the kernel was seen to move bytes, and formats that it computed in, that have no roof here.
[[nodiscard]] std::vector<std::string_view> without_roof(const KernelAnalysis& kernel);

/// Findings about one kernel whose numbers are complete, most severe first.
[[nodiscard]] std::vector<Finding> kernel_findings(const KernelAnalysis& kernel,
                                                   const std::vector<Contradiction>& contradictions);

/// Findings about the run on one machine.
[[nodiscard]] std::vector<Finding> machine_findings(const MachineAnalysis& machine);

}  // namespace rooflens::models

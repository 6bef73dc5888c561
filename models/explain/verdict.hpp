// The one sentence that stands above a report.
#pragma once

#include <string>
#include <vector>

#include "models/explain/analysis.hpp"

namespace rooflens::models {

/// Where the time is that roofs leave, how near those kernels come to theirs, and what to try first; and how many
/// failed verification. `kernels` stand in the order of what they leave (MachineAnalysis::kernels).
[[nodiscard]] std::string verdict(const std::vector<AnalysedKernel>& kernels);

}  // namespace rooflens::models

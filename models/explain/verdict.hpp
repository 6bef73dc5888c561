// What stands above a report: where the time is, and what to try first.
#pragma once

#include <string>

#include "models/explain/analysis.hpp"

namespace rooflens::models {

/// Where the time is that roofs leave, how near those kernels come to theirs, and what to try first; and how many
/// failed verification. Of a machine whose kernels are explained and ordered.
[[nodiscard]] std::string verdict(const MachineKernels& machine);

/// The same of one kernel.
[[nodiscard]] std::string verdict(const AnalysedKernel& kernel);

}  // namespace rooflens::models

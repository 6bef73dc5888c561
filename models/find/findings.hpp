// The rules that turn a kernel's numbers into statements: what was seen, why it matters, what to change.
#pragma once

#include <vector>

#include "models/base/finding.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {

/// Findings about one kernel whose numbers are complete, most severe first.
[[nodiscard]] std::vector<Finding> kernel_findings(const Placement& kernel);

}  // namespace rooflens::models

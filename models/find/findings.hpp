// The rules that turn a kernel's numbers into statements: what was seen, and what it means for the numbers shown.
// What to change is for explain/ to say: it knows what a change would bring.
#pragma once

#include <string_view>
#include <vector>

#include "models/base/finding.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {

/// Topic of counters that were asked for and not collected.
inline constexpr std::string_view kRefusedCounters = "refused-counters";
inline constexpr std::string_view kUnknownBound = "unknown-bound";

/// Findings about one kernel whose numbers are complete, most severe first.
[[nodiscard]] std::vector<Finding> kernel_findings(const Placement& kernel);

}  // namespace rooflens::models

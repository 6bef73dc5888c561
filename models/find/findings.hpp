// The rules that turn a kernel's numbers into statements: what was seen, and what it means for the numbers shown.
// What to change is for explain/ to say: it knows what a change would bring.
#pragma once

#include <string_view>
#include <vector>

#include "models/base/finding.hpp"
#include "models/find/source_profile.hpp"
#include "models/place/placement.hpp"

namespace rooflens::models {

/// Topic of counters that were asked for and not collected.
inline constexpr std::string_view kRefusedCounters = "refused-counters";
inline constexpr std::string_view kUnknownBound = "unknown-bound";

/// Findings about one kernel, most severe first. `samples` are those of its function, if any were taken; `sampling`:
/// some were of another.
[[nodiscard]] std::vector<Finding> kernel_findings(const Placement& kernel, const SourceProfile* samples = nullptr,
                                                   bool sampling = false);

/// The same before the notes among others that are sorted by severity.
[[nodiscard]] std::vector<Finding> before_notes(std::vector<Finding> findings, std::vector<Finding> more);

}  // namespace rooflens::models

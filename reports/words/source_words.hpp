// Words for samples and accesses of source lines that several formats share.
#pragma once

#include <fmt/core.h>

#include <optional>
#include <string>

#include "models/counters/stall_table.hpp"
#include "models/find/source_profile.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {

[[nodiscard]] inline std::string stall_label(const std::string& reason) {
  const models::StallReason* known = models::find_stall(reason);
  return known ? std::string(known->label) : clean_utf8(reason);
}

/// "long scoreboard (global or local memory) 31 %"
[[nodiscard]] inline std::string stall_text(const models::StallShare& stall) {
  return fmt::format("{} {:.0f} %", stall_label(stall.reason), 100 * stall.share);
}

/// "long scoreboard 31 %": without what it stands for
[[nodiscard]] inline std::string short_stall_text(const models::StallShare& stall) {
  const std::string label = stall_label(stall.reason);
  return fmt::format("{} {:.0f} %", label.substr(0, label.find(" (")), 100 * stall.share);
}

/// Moved over ideal, "32.0×"; a dash where nothing was moved or counted.
[[nodiscard]] inline std::string ratio_text(const std::optional<models::AccessCounts>& access,
                                            double models::AccessCounts::*moved, double models::AccessCounts::*ideal) {
  if (!access || (*access).*ideal <= 0) return std::string(kMissing);
  return format_factor((*access).*moved / (*access).*ideal);
}

/// What was moved without need, sectors and wavefronts together: an order, not a quantity.
[[nodiscard]] inline double excess(const models::SourceLineProfile& line) {
  return line.access ? line.access->excess_sectors() + line.access->excess_wavefronts() : 0;
}

}  // namespace rooflens::reports

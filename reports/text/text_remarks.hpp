// What the report for a terminal says of several kernels at once.
#pragma once

#include <cstddef>
#include <set>
#include <string>

#include "reports/text/text_kernels.hpp"

namespace rooflens::reports {

inline constexpr std::size_t kNotesOfAKind = 6;  ///< that are printed

/// All of a few names, or the first ones of many, each in at most `longest` code points.
[[nodiscard]] std::string listed(const std::set<std::string>& names, std::size_t longest = std::string::npos);

/// What is missing and why, and what has to be known; what several kernels have in common is said once.
[[nodiscard]] std::string refusals_and_remarks(const TextPage& page);

}  // namespace rooflens::reports

// The command line of `rooflens check`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "profiler/actions/sessions/check_sessions.hpp"
#include "profiler/cli/options/comparison_output.hpp"

namespace rooflens::cli {

struct CheckOptions {
  actions::CheckRequest request;
  ComparisonOutput output;
};

/// "time=5%,percent_of_roof=3pt". Throws CommandError (kUsage) that names the part.
[[nodiscard]] std::vector<models::Limit> parse_limits(const std::string& text);

/// Nothing when help was printed. Throws CommandError.
[[nodiscard]] std::optional<CheckOptions> parse_check_options(const Arguments& arguments, const Streams& streams);

}  // namespace rooflens::cli

// The command line of `rooflens check`.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "models/compare/gate.hpp"
#include "profiler/cli/options/comparison_output.hpp"

namespace rooflens::cli {

struct CheckOptions {
  std::vector<std::string> candidate;  ///< sessions to check
  std::vector<std::string> base;
  std::vector<models::Limit> limits;
  std::vector<models::Condition> allowed;  ///< conditions that may differ
  bool missing_allowed = false;
  bool precision_allowed = false;
  ComparisonOutput output;
};

/// "time=5%,percent_of_roof=3pt". Throws CommandError (kUsage) that names the part.
[[nodiscard]] std::vector<models::Limit> parse_limits(const std::string& text);

/// Nothing when help was printed. Throws CommandError.
[[nodiscard]] std::optional<CheckOptions> parse_check_options(const Arguments& arguments, const Streams& streams);

}  // namespace rooflens::cli

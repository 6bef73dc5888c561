// The options of `run`, checked.
#pragma once

#include <optional>
#include <string>

#include "profiler/actions/run/run_request.hpp"
#include "profiler/cli/options/streams.hpp"

namespace rooflens::cli {

struct RunOptions : actions::RunRequest {
  std::string format = "text";  ///< "text", "json" or "none"
};

/// Nothing when --help was asked for. Throws CommandError (kUsage).
[[nodiscard]] std::optional<RunOptions> parse_run_options(const Arguments& arguments, const Streams& streams);

}  // namespace rooflens::cli

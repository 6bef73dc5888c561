// The options of `run`, checked.
#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "profiler/actions/run/run_request.hpp"
#include "profiler/cli/options/streams.hpp"

namespace rooflens::cli {

struct RunOptions : actions::RunRequest {
  std::filesystem::path output = "rooflens.rlens";
  bool force = false;
  std::string format = "text";  ///< "text", "json" or "none"
  bool stalls = false;          ///< samples of warps too, before all else
  bool ceilings = true;         ///< measured roofs of this GPU go into the session
};

/// Nothing when --help was asked for. Throws CommandError (kUsage).
[[nodiscard]] std::optional<RunOptions> parse_run_options(const Arguments& arguments, const Streams& streams);

}  // namespace rooflens::cli

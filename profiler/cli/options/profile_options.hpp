// The options of `profile`, checked, and the application's own words, untouched.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "profiler/cli/options/streams.hpp"
#include "profiler/config/profile_config.hpp"

namespace rooflens::cli {

struct ProfileOptions {
  std::vector<std::string> application;  ///< its name first
  std::filesystem::path output;          ///< empty: named after the application
  bool force = false;
  bool keep_spool = false;
  bool attach = false;            ///< the application runs already and loads the library itself
  bool ceilings = true;           ///< measured roofs of the GPUs go into the session
  collect::ProfileConfig config;  ///< without the spool folder
};

/// Nothing when --help was asked for. The application begins behind `--`, or with the first word that is neither an
/// option nor an option's value. Throws CommandError (kUsage).
[[nodiscard]] std::optional<ProfileOptions> parse_profile_options(const Arguments& arguments, const Streams& streams);

}  // namespace rooflens::cli

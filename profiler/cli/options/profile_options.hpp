// The options of `profile`, checked, and the application's own words, untouched.
#pragma once

#include <optional>

#include "profiler/actions/profile/profile_request.hpp"
#include "profiler/cli/options/streams.hpp"

namespace rooflens::cli {

/// Nothing when --help was asked for. The application begins behind `--`, or with the first word that is neither an
/// option nor an option's value. Throws CommandError (kUsage).
[[nodiscard]] std::optional<actions::ProfileRequest> parse_profile_options(const Arguments& arguments,
                                                                           const Streams& streams);

}  // namespace rooflens::cli

// The preflight that precedes a profile.
#pragma once

#include <iosfwd>
#include <string_view>

#include "profiler/actions/backend.hpp"

namespace rooflens::cli {

/// Prints what is wrong, a line each, and returns whether counters can be collected as far as that shows without
/// initialising CUDA. `maps` is the text of the target's /proc/<pid>/maps, if it already runs.
[[nodiscard]] bool preflight(const actions::Backend& backend, std::ostream& err, std::string_view maps = {});

}  // namespace rooflens::cli

// What a recording says of the command that made it.
#pragma once

#include <ctime>
#include <string>

#include "models/record/provenance.hpp"
#include "profiler/actions/arguments.hpp"

namespace rooflens::actions {

/// ISO 8601: "2026-11-21T03:40:00Z".
[[nodiscard]] std::string utc(std::time_t time);

/// "Linux 6.1.0".
[[nodiscard]] std::string operating_system();

/// This command, now, on this host; what collects is left open.
[[nodiscard]] models::Provenance provenance_here(const std::string& command, const Arguments& arguments);

}  // namespace rooflens::actions

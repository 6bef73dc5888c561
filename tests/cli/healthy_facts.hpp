// What a preflight finds on a machine where all is well: one idle H200, counters for everybody. A test changes the fact
// it is about.
#pragma once

#include <string>

#include "profiler/doctor/doctor_checks.hpp"

namespace rooflens::doctor {

[[nodiscard]] Facts healthy_facts();

/// The check of that id; a check named "absent" if diagnose() left it out.
[[nodiscard]] Check checked(const Facts& facts, const std::string& id);

}  // namespace rooflens::doctor

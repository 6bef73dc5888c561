// The preflight's checks as text for people, as JSON, and as the few lines that precede a profile.
#pragma once

#include <iosfwd>
#include <vector>

#include "profiler/cli/options/streams.hpp"
#include "profiler/doctor/doctor_checks.hpp"

namespace rooflens::cli {

/// Every check: status, id, fact; below it consequence and remedy where something is wrong; a verdict at the end.
void print_checks(const std::vector<Check>& checks, const Streams& streams);

/// One object: "counters" (whether they can be collected) and "checks", an array of objects.
void print_checks_json(const std::vector<Check>& checks, std::ostream& out);

/// A line for each thing that is wrong, and one that names `rooflens doctor`; nothing if nothing is.
void print_what_is_wrong(const std::vector<Check>& checks, std::ostream& err);

}  // namespace rooflens::cli

// From the format of an older file to the one this build reads, step by step. The steps run on a copy in memory: a file
// that is read is never modified.
#pragma once

#include <span>

#include "profiler/session/database.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::session {

/// A format and the way to it: steps[k - 1] is the SQL that leads from version k to k + 1.
struct Format {
  int version;
  std::span<const char* const> steps;
};

/// What this build reads and writes.
[[nodiscard]] Format current_format();

/// Runs the steps from version `from` on, each in a transaction that also raises user_version.
void migrate(Database& database, int from, const Format& to);

}  // namespace rooflens::session

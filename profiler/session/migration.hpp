// From the format of an older file to the one this build reads, step by step: tables become those of today, with a
// column's default where an older file lacks it, and then values are changed. The steps run on a copy in memory: a file
// that is read is never modified.
#pragma once

#include <array>
#include <span>
#include <string_view>

#include "profiler/session/database.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::session {

/// What leads from one version to the next.
struct FormatStep {
  const char* first = "";                    ///< SQL on the tables as they were
  std::array<std::string_view, 5> tables{};  ///< that are new, or have other columns or rules
  const char* then = "";                     ///< SQL on those of today
};

/// A format and the way to it: steps[k - 1] leads from version k to k + 1.
struct Format {
  int version;
  std::span<const FormatStep> steps;
};

/// What this build reads and writes.
[[nodiscard]] Format current_format();

/// Runs the steps from version `from` on, each in a transaction that also raises user_version.
void migrate(Database& database, int from, const Format& to);

}  // namespace rooflens::session

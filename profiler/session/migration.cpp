#include "profiler/session/migration.hpp"

#include <fmt/core.h>

#include <array>

namespace rooflens::session {
namespace {

// Version 1 is the first: there is no older file to lead on.
constexpr std::array<const char*, kFormatVersion - 1> kSteps{};

}  // namespace

Format current_format() { return {kFormatVersion, kSteps}; }

void migrate(Database& database, int from, const Format& to) {
  for (int version = from; version < to.version; ++version) {
    Transaction transaction(database);
    database.execute(to.steps[static_cast<std::size_t>(version - 1)]);
    database.execute(fmt::format("PRAGMA user_version = {}", version + 1));
    transaction.commit();
  }
}

}  // namespace rooflens::session

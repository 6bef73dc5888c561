#include "profiler/session/migration.hpp"

#include <fmt/core.h>

#include <array>

namespace rooflens::session {
namespace {

constexpr std::array<const char*, kFormatVersion - 1> kSteps{
    // 1 -> 2: applications under profile. Until then rooflens repeated its own launches for every pass.
    "ALTER TABLE process ADD COLUMN world INTEGER NOT NULL DEFAULT 1;"
    "ALTER TABLE process ADD COLUMN launcher TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE process ADD COLUMN command TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE kernel ADD COLUMN replay TEXT NOT NULL DEFAULT 'none';"
    "UPDATE kernel SET replay = 'user' WHERE launches_observed > 0;"
    "ALTER TABLE kernel ADD COLUMN total_time_s REAL;"
    "ALTER TABLE kernel ADD COLUMN timed_launches INTEGER NOT NULL DEFAULT 0;"
    "CREATE TABLE remark (kernel_id INTEGER NOT NULL REFERENCES kernel (id), ordinal INTEGER NOT NULL,"
    " text TEXT NOT NULL, PRIMARY KEY (kernel_id, ordinal)) STRICT, WITHOUT ROWID;",
    // 2 -> 3: single instructions.
    "CREATE TABLE function (id INTEGER PRIMARY KEY, name TEXT NOT NULL, machine_id INTEGER NOT NULL "
    "REFERENCES machine (id), process_id INTEGER NOT NULL REFERENCES process (id), counted_launches INTEGER "
    "NOT NULL CHECK (counted_launches >= 0)) STRICT;"
    "CREATE TABLE instruction (function_id INTEGER NOT NULL REFERENCES function (id), code_offset INTEGER NOT"
    " NULL CHECK (code_offset >= 0), file TEXT NOT NULL, line INTEGER NOT NULL CHECK (line >= 0), PRIMARY KEY"
    " (function_id, code_offset)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE instruction_value (function_id INTEGER NOT NULL, code_offset INTEGER NOT NULL, name TEXT "
    "NOT NULL, value REAL NOT NULL CHECK (value > 0), PRIMARY KEY (function_id, code_offset, name), FOREIGN "
    "KEY (function_id, code_offset) REFERENCES instruction (function_id, code_offset)) STRICT, WITHOUT ROWID;",
    // 3 -> 4: roofs of issue slots, pipes and launches.
    "CREATE TABLE instruction_ceiling (machine_id INTEGER NOT NULL REFERENCES machine (id), ordinal INTEGER NOT NULL,"
    " pipe TEXT NOT NULL CHECK (pipe IN ('issue', 'sfu', 'imad', 'launch')), per_second REAL NOT NULL CHECK"
    " (per_second > 0), source TEXT NOT NULL CHECK (source IN ('theoretical', 'counter_peak', 'measured', 'user')),"
    " clock_basis TEXT NOT NULL CHECK (clock_basis IN ('maximum', 'during_run')), clock_hz REAL NOT NULL, detail TEXT"
    " NOT NULL, spread REAL CHECK (spread >= 0), PRIMARY KEY (machine_id, ordinal)) STRICT, WITHOUT ROWID;"};

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

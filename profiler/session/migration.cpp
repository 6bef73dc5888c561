#include "profiler/session/migration.hpp"

#include <fmt/core.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <string>
#include <vector>

#include "profiler/session/schema.hpp"

namespace rooflens::session {
namespace {

// A digest came: of what was recorded before there is none. What was advised has the option's name of today.
constexpr const char* kReplayMode =
    "UPDATE refusal SET reason = replace(reason, '--replay ', '--replay-mode ');"
    "UPDATE remark SET text = replace(text, '--replay ', '--replay-mode ');"
    "UPDATE note SET text = replace(text, '--replay ', '--replay-mode '),"
    " remedy = replace(remedy, '--replay ', '--replay-mode ');";

// New roofs; roofs as they were reached, at a clock and a power that are fields. Until then a roof that goes with the
// SM clock was kept at the clock of the run, and its words said at which it was measured.
constexpr const char* kAsReached =
    "UPDATE ceiling SET power_watts = NULL, clock_of = CASE WHEN source = 'counter_peak' AND level = 'l2' THEN 'l2' "
    "WHEN source IN ('theoretical', 'counter_peak') AND level = 'dram' THEN 'memory' ELSE 'sm' END;"
    "UPDATE instruction_ceiling SET power_watts = NULL, clock_of = 'sm';"
    "UPDATE ceiling SET bytes_per_second = bytes_per_second * 1e9 * substr(detail, instr(detail, '; measured at ') + "
    "14) / clock_hz, operations_per_second = operations_per_second * 1e9 * substr(detail, instr(detail, '; measured at "
    "') + 14) / clock_hz, clock_hz = 1e9 * substr(detail, instr(detail, '; measured at ') + 14), detail = "
    "substr(detail, 1, instr(detail, '; measured at ') - 1) WHERE source = 'measured' AND detail LIKE '%; measured at "
    "%' AND clock_hz > 0;"
    "UPDATE instruction_ceiling SET per_second = per_second * 1e9 * substr(detail, instr(detail, '; measured at ') + "
    "14) / clock_hz, clock_hz = 1e9 * substr(detail, instr(detail, '; measured at ') + 14), detail = substr(detail, 1, "
    "instr(detail, '; measured at ') - 1) WHERE source = 'measured' AND detail LIKE '%; measured at %' AND clock_hz > "
    "0;"
    "UPDATE ceiling SET clock_basis = 'reached' WHERE source = 'measured';"
    "UPDATE instruction_ceiling SET clock_basis = 'reached' WHERE source = 'measured';";

constexpr std::array<FormatStep, kFormatVersion - 1> kSteps{{
    // 1 -> 2: applications under profile. Until then rooflens repeated its own launches for every pass.
    {.tables = {"process", "kernel", "remark"},
     .then = "UPDATE kernel SET replay = 'user' WHERE launches_observed > 0;"},
    {.tables = {"function", "instruction", "instruction_value"}},
    {.tables = {"instruction_ceiling"}},
    {.tables = {"block_trace", "block_event", "family", "family_member", "published_time"}},
    {.tables = {"latency_roof", "work"}},
    {.tables = {"machine", "latency_roof"}},
    {.tables = {"probe_run", "probe_result", "probe_refusal"}},
    {.tables = {"note"}},  // until then they were only printed
    // 9 -> 10
    {.tables = {"digest"}, .then = kReplayMode},
    {.tables = {"process"}},
    // 11 -> 12: versions before gave Blackwell a roof that no GPU checked.
    {.first = "DELETE FROM ceiling WHERE precision = 'tensor_fp4';",
     .tables = {"function", "kernel", "probe_result", "ceiling", "instruction_ceiling"},
     .then = kAsReached},
    {.tables = {"link", "link_time"}},
    {.tables = {"process"}},
    // 14 -> 15
    {.tables = {"kernel", "largest_counter"}},
}};

std::vector<std::string> columns_of(Database& database, std::string_view table) {
  std::vector<std::string> names;
  Statement select = database.prepare(fmt::format("SELECT name FROM pragma_table_info('{}')", table));
  while (select.step()) names.emplace_back(select.text(0));
  return names;
}

// Makes the table as it is today, with the rows that the file has of it. A column that the file lacks has its default.
void renew(Database& database, Database& today, std::string_view table) {
  Statement definition = today.prepare(fmt::format("SELECT sql FROM sqlite_schema WHERE name = '{}'", table));
  const std::vector<std::string> old = columns_of(database, table);
  if (!old.empty()) database.execute(fmt::format("ALTER TABLE {} RENAME TO older", table));
  if (definition.step()) database.execute(std::string(definition.text(0)));
  if (old.empty()) return;
  const std::vector<std::string> known = columns_of(database, table);
  std::vector<std::string> kept;
  std::ranges::copy_if(old, std::back_inserter(kept),
                       [&](const std::string& name) { return std::ranges::find(known, name) != known.end(); });
  database.execute(
      fmt::format("INSERT INTO {0} ({1}) SELECT {1} FROM older; DROP TABLE older", table, fmt::join(kept, ", ")));
}

}  // namespace

Format current_format() { return {kFormatVersion, kSteps}; }

void migrate(Database& database, int from, const Format& to) {
  Database today = Database::in_memory();
  create_schema(today);
  database.execute("PRAGMA legacy_alter_table = ON");  // views and references keep the names that they have
  for (int version = from; version < to.version; ++version) {
    const FormatStep& step = to.steps[static_cast<std::size_t>(version - 1)];
    Transaction transaction(database);
    database.execute(step.first);
    for (const std::string_view table : step.tables) {
      if (!table.empty()) renew(database, today, table);
    }
    database.execute(step.then);
    database.execute(fmt::format("PRAGMA user_version = {}", version + 1));
    transaction.commit();
  }
  database.execute("PRAGMA legacy_alter_table = OFF");
}

}  // namespace rooflens::session

#include "profiler/session/migration.hpp"

#include <fmt/core.h>

#include <array>

namespace rooflens::session {
namespace {

// 4 -> 5: timelines of blocks, and the families that catalogue kernels are steps of.
constexpr const char* kBlocksAndFamilies =
    "CREATE TABLE block_trace (kernel_id INTEGER PRIMARY KEY REFERENCES kernel (id), blocks_run INTEGER NOT NULL "
    "CHECK (blocks_run >= 1), sms_run INTEGER NOT NULL CHECK (sms_run >= 1), span_ns INTEGER NOT NULL CHECK "
    "(span_ns >= 0)) STRICT;"
    "CREATE TABLE block_event (kernel_id INTEGER NOT NULL REFERENCES block_trace (kernel_id), block INTEGER NOT NULL "
    "CHECK (block >= 0), sm INTEGER NOT NULL CHECK (sm >= 0), warps INTEGER NOT NULL CHECK (warps >= 1), start_ns "
    "INTEGER NOT NULL CHECK (start_ns >= 0), end_ns INTEGER NOT NULL CHECK (end_ns >= start_ns), PRIMARY KEY "
    "(kernel_id, block)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE family (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, note TEXT NOT NULL) STRICT;"
    "CREATE TABLE family_member (family_id INTEGER NOT NULL REFERENCES family (id), ordinal INTEGER NOT NULL "
    "CHECK (ordinal >= 0), kernel TEXT NOT NULL, change TEXT NOT NULL, step INTEGER NOT NULL CHECK (step IN "
    "(0, 1)), peer TEXT NOT NULL, PRIMARY KEY (family_id, ordinal)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE published_time (family_id INTEGER NOT NULL, member INTEGER NOT NULL, ordinal INTEGER NOT "
    "NULL, source TEXT NOT NULL, board TEXT NOT NULL, problem TEXT NOT NULL, printed_s REAL NOT NULL CHECK "
    "(printed_s > 0), kernel_only_s REAL CHECK (kernel_only_s > 0), remark TEXT NOT NULL, PRIMARY KEY "
    "(family_id, member, ordinal), FOREIGN KEY (family_id, member) REFERENCES family_member (family_id, "
    "ordinal)) STRICT, WITHOUT ROWID;";

// 5 -> 6: roofs of latency, and what a thread has in flight.
constexpr const char* kLatencyRoofs =
    "CREATE TABLE latency_roof (machine_id INTEGER PRIMARY KEY REFERENCES machine (id), latency_s REAL NOT NULL CHECK "
    "(latency_s > 0), p REAL NOT NULL CHECK (p > 0), maximum_bytes_per_second REAL NOT NULL CHECK "
    "(maximum_bytes_per_second > 0), fitted_points INTEGER NOT NULL CHECK (fitted_points >= 0), fitted_median_error "
    "REAL NOT NULL CHECK (fitted_median_error >= 0), fitted_worst_error REAL NOT NULL CHECK (fitted_worst_error >= 0), "
    "held_out_points INTEGER NOT NULL CHECK (held_out_points >= 0), held_out_median_error REAL NOT NULL CHECK "
    "(held_out_median_error >= 0), held_out_worst_error REAL NOT NULL CHECK (held_out_worst_error >= 0)) STRICT;"
    "ALTER TABLE work ADD COLUMN in_flight_bytes_per_thread REAL CHECK (in_flight_bytes_per_thread > 0);";

// 6 -> 7: parts of a GPU; what stores and the coming and going of threads cost.
constexpr const char* kParts =
    "ALTER TABLE machine ADD COLUMN whole_sm_count INTEGER CHECK (whole_sm_count > sm_count);"
    "ALTER TABLE latency_roof ADD COLUMN turnover_s REAL NOT NULL DEFAULT 0 CHECK (turnover_s >= 0);"
    "ALTER TABLE latency_roof ADD COLUMN write_penalty_s_per_byte REAL NOT NULL DEFAULT 0 CHECK "
    "(write_penalty_s_per_byte >= 0);";

// 7 -> 8: what single probes of `rooflens ceilings` reached.
constexpr const char* kProbes =
    "CREATE TABLE probe_run (machine_id INTEGER PRIMARY KEY REFERENCES machine (id), measured_utc TEXT NOT NULL, "
    "tool_version TEXT NOT NULL) STRICT;"
    "CREATE TABLE probe_result (machine_id INTEGER NOT NULL REFERENCES probe_run (machine_id), ordinal INTEGER NOT "
    "NULL, probe TEXT NOT NULL, point TEXT NOT NULL, value REAL NOT NULL CHECK (value > 0), unit TEXT NOT NULL, "
    "clock_hz REAL NOT NULL CHECK (clock_hz >= 0), spread REAL NOT NULL CHECK (spread >= 0), processes INTEGER NOT "
    "NULL CHECK (processes >= 0), repetitions INTEGER NOT NULL CHECK (repetitions >= 0), counted_share REAL CHECK "
    "(counted_share >= 0), PRIMARY KEY (machine_id, ordinal)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE probe_refusal (machine_id INTEGER NOT NULL REFERENCES probe_run (machine_id), ordinal INTEGER NOT "
    "NULL, probe TEXT NOT NULL, reason TEXT NOT NULL, PRIMARY KEY (machine_id, ordinal)) STRICT, WITHOUT ROWID;";

// 8 -> 9: what is to be known of a run. Until then it was only printed.
constexpr const char* kNotes =
    "CREATE TABLE note (ordinal INTEGER PRIMARY KEY, level TEXT NOT NULL CHECK (level IN ('information', 'warning')), "
    "topic TEXT NOT NULL, text TEXT NOT NULL, remedy TEXT NOT NULL, process_id INTEGER REFERENCES process (id)) "
    "STRICT;";

// 9 -> 10: a digest. Of what was recorded before there is none. What it advises has the option's name of today.
constexpr const char* kDigest =
    "CREATE TABLE digest (only INTEGER PRIMARY KEY CHECK (only = 1), tables TEXT, sha256 TEXT) STRICT;"
    "UPDATE refusal SET reason = replace(reason, '--replay ', '--replay-mode ');"
    "UPDATE remark SET text = replace(text, '--replay ', '--replay-mode ');"
    "UPDATE note SET text = replace(text, '--replay ', '--replay-mode '),"
    " remedy = replace(remedy, '--replay ', '--replay-mode ');";

// 10 -> 11: how long processes ran.
constexpr const char* kWallTime = "ALTER TABLE process ADD COLUMN wall_s REAL;";

// 11 -> 12: new roofs; roofs as they were reached, at a clock and a power that are fields. Until then a roof that goes
// with the SM clock was kept at the clock of the run, and its words said at which it was measured.
constexpr const char* kAsReached =
    "PRAGMA legacy_alter_table = ON;"  // views keep the names that they have
    "ALTER TABLE function ADD COLUMN kernel TEXT NOT NULL DEFAULT '';"
    "ALTER TABLE kernel ADD COLUMN timed_clock_hz REAL CHECK (timed_clock_hz > 0);"
    "ALTER TABLE probe_result ADD COLUMN power_watts REAL CHECK (power_watts > 0);"
    "ALTER TABLE ceiling RENAME TO old_ceiling;"
    "CREATE TABLE ceiling (machine_id INTEGER NOT NULL REFERENCES machine (id), ordinal INTEGER NOT NULL, level TEXT "
    "CHECK (level IN ('shared', 'l1', 'l2', 'dram')), precision TEXT CHECK (precision IN ('fp64', 'fp32', 'fp16', "
    "'bf16', 'int32', 'tensor_fp64', 'tensor_tf32', 'tensor_bf16', 'tensor_fp16', 'tensor_fp8', 'tensor_int8')), "
    "bytes_per_second REAL CHECK (bytes_per_second > 0), operations_per_second REAL CHECK (operations_per_second > 0), "
    "source TEXT NOT NULL CHECK (source IN ('theoretical', 'counter_peak', 'measured', 'user')), clock_basis TEXT NOT "
    "NULL CHECK (clock_basis IN ('maximum', 'during_run', 'reached')), clock_hz REAL NOT NULL, detail TEXT NOT NULL, "
    "spread REAL CHECK (spread >= 0), clock_of TEXT NOT NULL CHECK (clock_of IN ('sm', 'l2', 'memory')), power_watts "
    "REAL CHECK (power_watts > 0), PRIMARY KEY (machine_id, ordinal), CHECK ((level IS NULL) <> (precision IS NULL)), "
    "CHECK ((level IS NULL) = (bytes_per_second IS NULL)), CHECK ((precision IS NULL) = (operations_per_second IS "
    "NULL))) STRICT, WITHOUT ROWID;"
    "INSERT INTO ceiling SELECT machine_id, ordinal, level, precision, bytes_per_second, operations_per_second, "
    "source, "
    "clock_basis, clock_hz, detail, spread, CASE WHEN source = 'theoretical' AND level = 'dram' THEN 'memory' WHEN "
    "source = 'counter_peak' AND level = 'l2' THEN 'l2' WHEN source = 'counter_peak' AND level = 'dram' THEN 'memory' "
    "ELSE 'sm' END, NULL FROM old_ceiling WHERE precision IS NULL OR precision <> 'tensor_fp4';"
    "DROP TABLE old_ceiling;"
    "ALTER TABLE instruction_ceiling RENAME TO old_ceiling;"
    "CREATE TABLE instruction_ceiling (machine_id INTEGER NOT NULL REFERENCES machine (id), ordinal INTEGER NOT NULL, "
    "pipe TEXT NOT NULL CHECK (pipe IN ('issue', 'sfu', 'imad', 'alu', 'lsu', 'atomic', 'atomic_slice', "
    "'shared_atomic', 'launch')), per_second REAL NOT NULL CHECK (per_second > 0), source TEXT NOT NULL CHECK (source "
    "IN "
    "('theoretical', "
    "'counter_peak', 'measured', 'user')), clock_basis TEXT NOT NULL CHECK (clock_basis IN ('maximum', 'during_run', "
    "'reached')), clock_hz REAL NOT NULL, detail TEXT NOT NULL, spread REAL CHECK (spread >= 0), clock_of TEXT NOT "
    "NULL "
    "CHECK (clock_of IN ('sm', 'l2', 'memory')), power_watts REAL CHECK (power_watts > 0), PRIMARY KEY (machine_id, "
    "ordinal)) STRICT, WITHOUT ROWID;"
    "INSERT INTO instruction_ceiling SELECT machine_id, ordinal, pipe, per_second, source, clock_basis, clock_hz, "
    "detail, "
    "spread, 'sm', NULL FROM old_ceiling;"
    "DROP TABLE old_ceiling;"
    "UPDATE ceiling SET bytes_per_second = bytes_per_second * 1e9 * substr(detail, instr(detail, '; measured at ') + "
    "14) "
    "/ clock_hz, operations_per_second = operations_per_second * 1e9 * substr(detail, instr(detail, '; measured at ') "
    "+ "
    "14) / clock_hz, clock_hz = 1e9 * substr(detail, instr(detail, '; measured at ') + 14), detail = substr(detail, 1, "
    "instr(detail, '; measured at ') - 1) WHERE source = 'measured' AND detail LIKE '%; measured at %' AND clock_hz > "
    "0;"
    "UPDATE instruction_ceiling SET per_second = per_second * 1e9 * substr(detail, instr(detail, '; measured at ') + "
    "14) "
    "/ clock_hz, clock_hz = 1e9 * substr(detail, instr(detail, '; measured at ') + 14), detail = substr(detail, 1, "
    "instr(detail, '; measured at ') - 1) WHERE source = 'measured' AND detail LIKE '%; measured at %' AND clock_hz > "
    "0;"
    "UPDATE ceiling SET clock_basis = 'reached' WHERE source = 'measured';"
    "UPDATE instruction_ceiling SET clock_basis = 'reached' WHERE source = 'measured';"
    "PRAGMA legacy_alter_table = OFF;";

// 12 -> 13: links to the host and to other GPUs.
constexpr const char* kLinks =
    "CREATE TABLE link (machine_id INTEGER NOT NULL REFERENCES machine (id), ordinal INTEGER NOT NULL, peer TEXT NOT "
    "NULL, kind TEXT NOT NULL CHECK (kind IN ('unknown', 'pcie', 'nvlink', 'peer_access', 'through_host')), direction "
    "TEXT NOT NULL CHECK (direction IN ('to_peer', 'from_peer', 'both')), bytes_per_second REAL NOT NULL CHECK "
    "(bytes_per_second > 0), spread REAL NOT NULL CHECK (spread >= 0), repetitions INTEGER NOT NULL CHECK (repetitions "
    ">= 1), latency_s REAL CHECK (latency_s > 0), PRIMARY KEY (machine_id, ordinal)) STRICT, WITHOUT ROWID;"
    "CREATE TABLE link_time (machine_id INTEGER NOT NULL, ordinal INTEGER NOT NULL, bytes REAL NOT NULL CHECK (bytes > "
    "0), time_s REAL NOT NULL CHECK (time_s > 0), PRIMARY KEY (machine_id, ordinal, bytes), FOREIGN KEY (machine_id, "
    "ordinal) REFERENCES link (machine_id, ordinal)) STRICT, WITHOUT ROWID;";

// 13 -> 14: how long no kernel ran between kernels.
constexpr const char* kGaps =
    "ALTER TABLE process ADD COLUMN gap_launches INTEGER NOT NULL DEFAULT 0 CHECK (gap_launches >= 0);"
    "ALTER TABLE process ADD COLUMN gaps_measured_s REAL NOT NULL DEFAULT 0 CHECK (gaps_measured_s >= 0);"
    "ALTER TABLE process ADD COLUMN gaps_idle_s REAL NOT NULL DEFAULT 0 CHECK (gaps_idle_s >= 0);"
    "ALTER TABLE process ADD COLUMN gaps_around_tiny_s REAL NOT NULL DEFAULT 0 CHECK (gaps_around_tiny_s >= 0);";

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
    " NOT NULL, spread REAL CHECK (spread >= 0), PRIMARY KEY (machine_id, ordinal)) STRICT, WITHOUT ROWID;",
    kBlocksAndFamilies, kLatencyRoofs, kParts, kProbes, kNotes, kDigest, kWallTime, kAsReached, kLinks, kGaps};

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

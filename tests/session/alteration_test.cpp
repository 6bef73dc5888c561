// Whatever is altered in a session after it was recorded is refused or spoken of: every column of every table, one
// value at a time, rows that are gone and rows that are there twice.
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <set>

#include "profiler/session/database.hpp"
#include "profiler/session/digest.hpp"
#include "tests/session/rich_recording.hpp"

namespace rooflens::session {
namespace {

namespace fs = std::filesystem;

enum class Outcome { refused, said, silent };

Outcome outcome_of(const fs::path& path) {
  try {
    return models::is_altered(load(path).provenance) ? Outcome::said : Outcome::silent;
  } catch (const SessionError&) {
    return Outcome::refused;
  }
}

struct Column {
  std::string name, type;
};

/// One table, and how to point at one of its rows.
struct Table {
  std::string name;
  std::vector<Column> columns;
  std::string key;
  /// The first row with a value in the column, or the first of all.
  [[nodiscard]] std::string row(const std::string& column) const {
    return "(" + key + ") IN (SELECT " + key + " FROM " + name + " ORDER BY " + column + " IS NULL, " + key +
           " LIMIT 1)";
  }
};

class Alteration : public ::testing::Test {
 protected:
  Alteration() {
    const models::Recording recording = rich_recording();
    Writer writer = Writer::create(path_, recording.provenance, Writer::IfExists::refuse);
    for (const models::Process& process : recording.processes) writer.add_process(process);
    for (const models::Machine& machine : recording.machines) writer.put_machine(machine);
    writer.append(recording.observations);
    writer.add_functions(recording.functions);
    for (const models::Family& family : recording.families) writer.add_family(family);
    writer.add_notes(recording.notes);
    store_points(recording, writer);
    writer.close();
    recorded_ = read_bytes(path_);
  }

  std::vector<Table> tables() {
    std::vector<Table> result;
    for (const std::string& name : query(path_, "SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")) {
      Table table{name, {}, {}};
      for (const std::string& column : query(path_, "SELECT name FROM pragma_table_info('" + name + "')")) {
        const std::string of_column = " FROM pragma_table_info('" + name + "') WHERE name = '" + column + "'";
        table.columns.push_back({column, query(path_, "SELECT type" + of_column).at(0)});
        if (query(path_, "SELECT pk" + of_column).at(0) != "0") table.key += (table.key.empty() ? "" : ", ") + column;
      }
      result.push_back(std::move(table));
    }
    return result;
  }

  /// Runs SQL on a copy of what was recorded; false where SQLite itself refuses it, or nothing is another than before.
  bool altered_by(const std::string& sql, bool fresh_digest) {
    write_bytes(path_, recorded_);
    Database database(path_, Database::Mode::read_write);
    database.execute("PRAGMA synchronous = OFF; PRAGMA journal_mode = MEMORY; PRAGMA ignore_check_constraints = ON");
    try {
      database.execute(sql);
    } catch (const SqliteError&) {
      return false;
    }
    if (database.integer("SELECT total_changes()") == 0) return false;
    if (fresh_digest) store_digest(database);
    return true;
  }

  struct Change {
    std::string where;  ///< "launch.block_x"
    std::string sql;
  };

  /// Every change of one value, by the statement that makes it.
  std::vector<Change> changes() {
    const std::map<std::string, std::vector<std::string>> values{
        {"INTEGER", {"* * 10", "-*", "* + 1", "* + 1000", "NULL", "coalesce(*, 1)"}},
        {"REAL", {"* * 10", "-*", "* + 1", "* * 1.001", "NULL", "coalesce(*, 1.0)"}},
        {"TEXT", {"* || 'x'", "''", "upper(*)", "NULL", "coalesce(*, 'x')"}}};
    std::vector<Change> list;
    for (const Table& table : tables()) {
      for (const Column& column : table.columns) {
        for (std::string value : values.at(column.type)) {
          const auto at = value.find('*');
          if (at != std::string::npos) value.replace(at, 1, column.name);
          list.push_back({table.name + "." + column.name, "UPDATE " + table.name + " SET " + column.name + " = " +
                                                              value + " WHERE " + table.row(column.name) + " AND " +
                                                              column.name + " IS NOT (" + value + ")"});
        }
      }
    }
    return list;
  }

  /// Rows that are gone, and rows that are there once more under another key.
  std::vector<std::string> changes_of_rows() {
    std::vector<std::string> list;
    for (const Table& table : tables()) {
      list.push_back("DELETE FROM " + table.name + " WHERE " + table.row("1"));
      list.push_back("DELETE FROM " + table.name);
      std::string columns;
      const std::string last_key = table.key.substr(table.key.find_last_of(' ') + 1);
      for (const Column& column : table.columns) {
        columns += columns.empty() ? "" : ", ";
        columns += column.name != last_key ? column.name
                   : column.type == "TEXT" ? column.name + " || 'x'"
                                           : column.name + " + 1000";
      }
      list.push_back("INSERT INTO " + table.name + " SELECT " + columns + " FROM " + table.name + " WHERE " +
                     table.row("1"));
    }
    return list;
  }

  ScratchFolder folder_;
  fs::path path_ = folder_ / "a.rlens";
  std::string recorded_;
};

// To take the digest away whole is to say that the run was killed before it wrote one.
bool takes_the_digest_away(const std::string& sql) { return sql.starts_with("UPDATE digest SET sha256 = NULL"); }

TEST_F(Alteration, OfAnyValueIsRefusedOrSpokenOf) {
  std::size_t refused = 0, said = 0;
  std::set<std::string> altered;
  for (const auto& [where, sql] : changes()) {
    if (!altered_by(sql, false)) continue;
    altered.insert(where);
    if (takes_the_digest_away(sql)) continue;
    const Outcome outcome = outcome_of(path_);
    EXPECT_NE(static_cast<int>(outcome), static_cast<int>(Outcome::silent)) << sql;
    ++(outcome == Outcome::refused ? refused : said);
  }
  std::printf("%zu refused, %zu spoken of\n", refused, said);
  std::set<std::string> columns;
  for (const auto& [where, sql] : changes()) columns.insert(where);
  EXPECT_EQ(altered, columns) << "a column that was never altered proves nothing";
}

TEST_F(Alteration, OfRowsIsRefusedOrSpokenOf) {
  for (const std::string& sql : changes_of_rows()) {
    if (altered_by(sql, false)) {
      EXPECT_NE(static_cast<int>(outcome_of(path_)), static_cast<int>(Outcome::silent)) << sql;
    }
  }
}

// With a digest that fits, what cannot be is refused all the same; the rest is another session.
TEST_F(Alteration, WithAFreshDigestIsRefusedWhereItCannotBe) {
  std::size_t refused = 0, read = 0;
  for (const auto& [where, sql] : changes()) {
    if (where.starts_with("digest.") || !altered_by(sql, true)) continue;
    const Outcome outcome = outcome_of(path_);
    EXPECT_NE(static_cast<int>(outcome), static_cast<int>(Outcome::said)) << sql;
    ++(outcome == Outcome::refused ? refused : read);
  }
  std::printf("with a fresh digest %zu refused, %zu read\n", refused, read);
  EXPECT_GT(refused, 250U);
}

TEST_F(Alteration, IsNotWhatWasRecorded) { EXPECT_EQ(load(path_).provenance.altered, false); }

// Contents count, not bytes.
TEST_F(Alteration, IsNeitherVacuumNorAnythingBesideTheTables) {
  for (const char* sql :
       {"VACUUM", "CREATE INDEX mine ON counter (value)", "CREATE TABLE mine (x); INSERT INTO mine VALUES (1)",
        "CREATE VIEW mine AS SELECT * FROM kernel; DROP VIEW kernel_summary", "ANALYZE"}) {
    write_bytes(path_, recorded_);
    tamper(path_, sql);
    EXPECT_TRUE(read_bytes(path_) != recorded_) << sql;
    EXPECT_EQ(load(path_).provenance.altered, false) << sql;
  }
}

TEST_F(Alteration, IsToldByTypeAndNotByLook) {
  for (const char* sql : {"UPDATE note SET text = '' WHERE ordinal = 2; UPDATE note SET topic = 'x' WHERE ordinal = 2",
                          "UPDATE process SET hostname = 'node71', pid = 711 WHERE pid = 4711"}) {
    ASSERT_TRUE(altered_by(sql, false));
    EXPECT_EQ(load(path_).provenance.altered, true) << sql;
  }
}

TEST_F(Alteration, IsNotSpokenOfWhereTheSessionWasNeverClosed) {
  Writer writer = Writer::create(folder_ / "open.rlens", rich_recording().provenance, Writer::IfExists::refuse);
  writer.add_process(rich_recording().processes[0]);
  EXPECT_EQ(load(folder_ / "open.rlens").provenance.altered, std::nullopt) << "while it is written";
  for (const char* suffix : {"", "-wal"}) {
    fs::copy_file(folder_ / (std::string("open.rlens") + suffix), folder_ / (std::string("killed.rlens") + suffix));
  }
  EXPECT_EQ(load(folder_ / "killed.rlens").provenance.altered, std::nullopt);
  writer.close();
  EXPECT_EQ(load(folder_ / "open.rlens").provenance.altered, false);
}

TEST_F(Alteration, IsNotSpokenOfWhereTheFormatHasNoDigest) {
  const std::string source(ROOFLENS_SOURCE_DIR);
  EXPECT_EQ(load(source + "/samples/lines.rlens").provenance.altered, std::nullopt);
  EXPECT_EQ(load(source + "/tests/session/format1.rlens").provenance.altered, std::nullopt);
}

}  // namespace
}  // namespace rooflens::session

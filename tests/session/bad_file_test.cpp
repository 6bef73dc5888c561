// Files that are not sound sessions: each is refused in words, and left as it was.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>

#include "tests/session/rich_recording.hpp"

namespace rooflens::session {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;

class BadFile : public ::testing::Test {
 protected:
  BadFile() { save(rich_recording(), path_); }
  std::string error() {
    const std::string before = fs::is_regular_file(path_) ? read_bytes(path_) : "";
    const std::string error = error_of([&] { (void)load(path_); });
    if (fs::is_regular_file(path_)) {
      EXPECT_EQ(read_bytes(path_), before) << "load() changed the file";
    }
    return error;
  }
  std::string error_after(const std::string& sql) {
    tamper(path_, sql);
    return error();
  }
  /// Where the first page of a table begins.
  std::size_t root_of(const std::string& table) {
    const auto root = query(path_, "SELECT rootpage FROM sqlite_schema WHERE name = '" + table + "'").at(0);
    return (std::stoul(root) - 1) * 4096;
  }
  ScratchFolder folder_;
  fs::path path_ = folder_ / "a.rlens";
};

TEST_F(BadFile, IsFineBeforeItIsTamperedWith) { EXPECT_EQ(error(), "no error"); }

TEST_F(BadFile, IsMissing) {
  fs::remove(path_);
  EXPECT_THAT(error(), AllOf(HasSubstr("a.rlens' does not exist"), HasSubstr("| check the path")));
}

TEST_F(BadFile, IsAFolder) {
  path_ = folder_.path();
  EXPECT_THAT(error(), HasSubstr("is a directory, not a session | give the path of a session file"));
}

TEST_F(BadFile, IsAPipe) {
  path_ = folder_ / "pipe";
  ASSERT_EQ(mkfifo(path_.c_str(), 0600), 0);
  EXPECT_THAT(error(), HasSubstr("is not a regular file"));
}

TEST_F(BadFile, IsEmpty) {
  write_bytes(path_, "");
  EXPECT_THAT(error(), HasSubstr("is empty | the run or the copy"));
}

TEST_F(BadFile, IsNotSqlite) {
  write_bytes(path_, "kernel,duration_ns\nsaxpy,1000\n");
  EXPECT_THAT(error(), HasSubstr("is not a rooflens session: it is not an SQLite file | give the path"));
}

TEST_F(BadFile, IsCutShort) {
  const std::string bytes = read_bytes(path_);
  for (const std::size_t length : {std::size_t{8}, std::size_t{50}, std::size_t{4096}, bytes.size() - 4096}) {
    write_bytes(path_, bytes.substr(0, length));
    EXPECT_THAT(error(), AllOf(HasSubstr("is damaged"), HasSubstr("| the file was cut short"))) << length;
  }
}

// In a table that load() does not read: only a check of the whole file finds it.
TEST_F(BadFile, IsDamagedWhereNobodyLooks) {
  tamper(path_, "CREATE TABLE notes (text)");
  std::string bytes = read_bytes(path_);
  bytes.replace(root_of("notes"), 64, 64, '\x55');
  write_bytes(path_, bytes);
  EXPECT_THAT(error(), HasSubstr("is damaged: "));
}

// In the tables of most rows, which load() checks while it reads them.
TEST_F(BadFile, IsDamagedWhereMostRowsAre) {
  for (const std::string table : {"counter", "duration"}) {
    fs::remove(path_);
    save(rich_recording(), path_);
    std::string bytes = read_bytes(path_);
    bytes.replace(root_of(table), 64, 64, '\x55');
    write_bytes(path_, bytes);
    EXPECT_THAT(error(), HasSubstr("is damaged: ")) << table;
  }
}

// A page holds, from its ninth byte on, two bytes for the place of each of its rows.
TEST_F(BadFile, HasRowsOutOfOrder) {
  std::string bytes = read_bytes(path_);
  const std::size_t page = root_of("duration");
  ASSERT_EQ(bytes[page], '\x0a') << "a single page";
  const std::size_t rows = static_cast<unsigned char>(bytes[page + 4]);
  std::swap_ranges(&bytes[page + 8], &bytes[page + 10], &bytes[page + 8 + 2 * (rows - 1)]);
  write_bytes(path_, bytes);
  EXPECT_THAT(error(), HasSubstr("is damaged: rows of table duration are out of order"));
}

// SQLite takes text for a number only where the table is not strict.
TEST_F(BadFile, HasTextForANumber) {
  const auto replace = [&](const std::string& this_text, const std::string& by) {
    tamper(path_, "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = replace(sql, '" + this_text + "', '" +
                      by + "') WHERE name = 'counter'");
  };
  replace("STRICT, WITHOUT", "WITHOUT");
  tamper(path_, "UPDATE counter SET value = 'many'");
  replace("WITHOUT", "STRICT, WITHOUT");
  EXPECT_THAT(error(), HasSubstr("is damaged: non-REAL value in counter.value"));
}

TEST_F(BadFile, IsSomebodyElsesDatabase) {
  EXPECT_THAT(error_after("PRAGMA application_id = 0"),
              HasSubstr("is an SQLite file, but not a rooflens session | give"));
}

TEST_F(BadFile, IsOfANewerFormat) {
  EXPECT_THAT(error_after("PRAGMA user_version = 99"),
              HasSubstr("has format 99, this rooflens reads up to format " + std::to_string(kFormatVersion) +
                        " | update rooflens"));
}

TEST_F(BadFile, IsOfNoFormat) {
  EXPECT_THAT(error_after("PRAGMA user_version = 0"), HasSubstr("its format version is 0"));
  EXPECT_THAT(error_after("PRAGMA user_version = -1"), HasSubstr("its format version is -1"));
}

TEST_F(BadFile, HasLostATable) {
  EXPECT_THAT(error_after("DROP TABLE counter"), HasSubstr("table counter is missing"));
}

TEST_F(BadFile, HasATableWithOtherColumns) {
  EXPECT_THAT(error_after("ALTER TABLE counter ADD COLUMN extra TEXT"), HasSubstr("table counter has other columns"));
}

TEST_F(BadFile, HasAViewWhereATableShouldBe) {
  EXPECT_THAT(error_after("DROP TABLE duration; CREATE VIEW duration AS WITH RECURSIVE n(kernel_id, repetition, "
                          "duration_s) AS (SELECT 1, 1, 1.0 UNION ALL SELECT 1, 1 + repetition, 1.0 FROM n) "
                          "SELECT * FROM n"),
              HasSubstr("table duration is missing"));
}

TEST_F(BadFile, MayHaveFurtherViewsAndTriggers) {
  EXPECT_EQ(error_after("CREATE VIEW mine AS SELECT load_extension('x'); CREATE TABLE notes (text); DROP VIEW "
                        "kernel_summary; CREATE TRIGGER t AFTER INSERT ON notes BEGIN DELETE FROM kernel; END"),
            "no error");
}

TEST_F(BadFile, HasNoProvenance) {
  EXPECT_THAT(error_after("DELETE FROM provenance"), HasSubstr("does not say where it comes from"));
}

TEST_F(BadFile, RefersToWhatIsNotThere) {
  EXPECT_THAT(error_after("UPDATE kernel SET machine_id = 99"), HasSubstr("a row of table kernel refers to"));
}

TEST_F(BadFile, HasDetailsOfAnUnknownKernel) {
  EXPECT_THAT(error_after("UPDATE counter SET kernel_id = 99 WHERE kernel_id = 1"),
              HasSubstr("a row of table counter refers to a row that table kernel does not have"));
}

TEST_F(BadFile, HasOperationsWithoutWork) {
  EXPECT_THAT(error_after("DELETE FROM work WHERE kernel_id = 1"), HasSubstr("row of table work_operation"));
}

// With and without a constraint in the schema: SQLite does not look at CHECK when it reads.
TEST_F(BadFile, HasATimelineThatCannotBe) {
  EXPECT_THAT(error_after("UPDATE block_event SET end_ns = 91 WHERE block = 2"),
              HasSubstr("end_ns lies behind the end"));
}

TEST_F(BadFile, HasBlocksOfAnUnknownTrace) {
  EXPECT_THAT(error_after("DELETE FROM block_trace"), HasSubstr("table block_event refers to a row"));
}

TEST_F(BadFile, HasATimelineWithoutBlocks) {
  EXPECT_THAT(error_after("DELETE FROM block_event"), HasSubstr("block_event has no block of it"));
}

TEST_F(BadFile, HasAFamilyWithoutMembers) {
  EXPECT_THAT(error_after("DELETE FROM published_time; DELETE FROM family_member"),
              HasSubstr("family_member has no row"));
}

TEST_F(BadFile, HasAPublishedTimeOfNobody) {
  EXPECT_THAT(error_after("DELETE FROM family_member WHERE ordinal = 2"),
              HasSubstr("table published_time refers to a row"));
}

TEST_F(BadFile, ContradictsItself) {
  const std::vector<std::pair<std::string, std::string>> cases{
      {"UPDATE kernel SET launches_observed = launches_made + 1 WHERE id = 2", "(41) exceeds launches_made (40)"},
      {"UPDATE duration SET duration_s = -1", "duration is negative (-1)"},
      {"UPDATE counter SET min = max + 1", "exceeds max"},
      {"UPDATE counter SET pass = -1", "pass is negative (-1)"},
      {"UPDATE kernel SET scope = 'galaxy'", "column scope holds 'galaxy', which this version does not know"},
      {"UPDATE machine SET sm_count = -1", "sm_count is negative (-1)"},
      {"UPDATE machine SET ecc = 2", "column ecc holds 2 where 0 or 1"},
      {"UPDATE ceiling SET precision = 'fp9' WHERE level IS NULL", "column precision holds 'fp9'"},
      {"UPDATE ceiling SET level = NULL, bytes_per_second = NULL", "neither a level nor a precision"},
      {"UPDATE instruction_ceiling SET pipe = 'steam'", "column pipe holds 'steam', which this version does not know"},
      {"UPDATE latency_roof SET turnover_s = -1e-9", "latency roof: turnover_s is negative"},
      {"UPDATE latency_roof SET p = -1", "latency roof: p is not above zero"},
      {"UPDATE latency_roof SET maximum_bytes_per_second = 9e999", "maximum_bytes_per_second is infinite"},
      {"UPDATE latency_roof SET fitted_points = -1", "fitted_points holds -1, which is out of range"},
      {"UPDATE probe_result SET value = 0 WHERE probe = 'dram-copy'", "probe 'dram-copy': value is not above zero (0)"},
      {"UPDATE probe_result SET unit = 'FLOP/s' WHERE probe = 'dram-copy'",
       "dram-copy is in 'FLOP/s' instead of 'B/s'"},
      {"UPDATE probe_result SET processes = -1", "processes is negative (-1)"},
      {"UPDATE link SET kind = 'rope'", "column kind holds 'rope', which this version does not know"},
      {"UPDATE link SET latency_s = 0 WHERE peer = 'host'", "link to 'host': latency_s is zero"},
      {"UPDATE link_time SET ordinal = 5", "a row of table link_time refers to a row that table link does not have"},
      {"UPDATE link_time SET ordinal = 5; UPDATE link SET ordinal = 5 WHERE ordinal = 0",
       "a time of a link names none"},
      {"UPDATE work SET in_flight_bytes_per_thread = 0", "in_flight_bytes_per_thread is zero"},
      {"UPDATE ceiling SET bytes_per_second = NULL", "column bytes_per_second holds NULL"},
      {"UPDATE clock_sample SET moment = 'later' WHERE moment = 'before'", "column moment holds 'later'"},
      {"INSERT INTO provenance SELECT 2, tool_version, command, started_utc, hostname, operating_system, "
       "cupti_version, collector, kind FROM provenance",
       "says twice where it comes from"},
      {"UPDATE counter SET value = max + 1 WHERE kernel_id = 2", "lies outside min to max"},
      {"UPDATE counter SET value = 9e999, max = 9e999 WHERE kernel_id = 2", "value is infinite"},
      {"UPDATE machine SET l2_bytes = -1", "l2_bytes is negative"},
      {"UPDATE machine SET registers_per_sm = 5000000000", "column registers_per_sm holds 5000000000"},
      {"UPDATE launch SET grid_x = 4294967296", "column grid_x holds 4294967296, which is out of range"},
      {"UPDATE work SET compulsory_read_bytes = -1", "compulsory_read_bytes is negative"}};
  for (const auto& [sql, expected] : cases) {
    fs::remove(path_);
    save(rich_recording(), path_);
    EXPECT_THAT(error_after(sql),
                AllOf(HasSubstr("contradicts itself: "), HasSubstr(expected), HasSubstr("| the file was")))
        << sql;
  }
}

}  // namespace
}  // namespace rooflens::session

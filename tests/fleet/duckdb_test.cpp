#include "tests/fleet/fleet_fixture.hpp"

namespace rooflens::fleet {
namespace {

TEST(DuckDbMissing, SaysWhereToGetIt) {
  // Its own process: what is opened once stays open.
  EXPECT_EXIT(
      {
        setenv("ROOFLENS_DUCKDB", "/nowhere/libduckdb.so", 1);
        try {
          const DuckDb database;
        } catch (const FleetError& error) {
          std::fprintf(stderr, "%s | %s", error.what(), error.remedy().c_str());
        }
        std::exit(0);
      },
      testing::ExitedWithCode(0), "ROOFLENS_DUCKDB names /nowhere/libduckdb.so, which cannot be opened.*unset");
}

TEST_F(Fleet, ValuesComeBackAsTheyWereAdded) {
  DuckDb database;
  database.run("CREATE TABLE t (a BIGINT, b DOUBLE, c VARCHAR)");
  {
    DuckDb::Appender rows(database, "t");
    rows.row(std::int64_t{-7}, 0.5, std::string("twelve chars"));
    rows.row(std::optional<std::int64_t>(), std::optional<double>(), std::string("thirteen char"));
    rows.close();
  }
  const Answer answer = database.query("SELECT * FROM t");
  ASSERT_EQ(answer.rows.size(), 2U);
  EXPECT_EQ(answer.rows[0], (std::vector<Value>{std::int64_t{-7}, 0.5, std::string("twelve chars")}));
  EXPECT_EQ(answer.rows[1], (std::vector<Value>{Value(), Value(), std::string("thirteen char")}));
}

TEST_F(Fleet, RowsBeyondOneChunkAllCome) {
  EXPECT_EQ(DuckDb().query("SELECT range FROM range(5000)").rows.size(), 5000U);
}

TEST_F(Fleet, AWrongStatementIsAnErrorInDuckDbsWords) {
  EXPECT_NE(trouble([] { DuckDb().run("SELECT nothing_of_this_name"); }).find("nothing_of_this_name"),
            std::string::npos);
}

TEST(SqlText, DoublesQuotes) { EXPECT_EQ(sql_text("it's"), "'it''s'"); }

}  // namespace
}  // namespace rooflens::fleet

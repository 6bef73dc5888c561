#include "profiler/fleet/publisher.hpp"

#include <algorithm>
#include <fstream>
#include <thread>

#include "tests/fleet/fleet_fixture.hpp"

namespace rooflens::fleet {
namespace {

namespace fs = std::filesystem;

TEST_F(Fleet, ASessionTwiceIsOne) {
  publish("job", {1});
  publish("job", {1});
  publish("job", {1, 2});  // 1 is left out
  const Answer jobs = ask_for("jobs");
  ASSERT_EQ(jobs.rows.size(), 1U);
  EXPECT_EQ(whole(jobs, 0, "ranks"), 2);        // of profiled_application
  EXPECT_EQ(whole(jobs, 0, "ranks_twice"), 2);  // both sessions hold both
  EXPECT_EQ(DuckDb().query("SELECT * FROM read_parquet(" + sql_text(store().files("ranks")) + ")").rows.size(), 4U);
}

TEST_F(Fleet, TwoWritersOfOverlappingSessionsLoseNothingAndDoubleNothing) {
  Publisher one(store(), "job"), other(store(), "job");
  for (const int session : {1, 2}) one.add(fixtures::profiled_application(), digest_of(session));
  for (const int session : {2, 3}) other.add(fixtures::profiled_application(), digest_of(session));
  one.finish();
  other.finish();
  publish("alone", {1});
  const Answer hours = ask_for("idle_gpus");
  ASSERT_EQ(hours.rows.size(), 2U);
  const std::size_t alone = std::get<std::string>(at(hours, 0, "job")) == "alone" ? 0 : 1;
  EXPECT_NEAR(real(hours, 1 - alone, "kernel_hours") / real(hours, alone, "kernel_hours"), 3, 1e-9);
}

TEST_F(Fleet, WritersAtTheSameTimeAllGetIn) {
  std::vector<std::thread> writers;
  for (int session = 0; session < 6; ++session)
    writers.emplace_back([&, session] { publish("job", {session, session + 1}); });
  for (std::thread& writer : writers) writer.join();
  EXPECT_EQ(
      DuckDb().query("SELECT DISTINCT session FROM read_parquet(" + sql_text(store().files("ranks")) + ")").rows.size(),
      7U);
}

TEST_F(Fleet, NamesWithSlashesQuotesAndDotsAreColumns) {
  const std::string job = "../a'b\"/..";
  publish(job, {1});
  const Answer jobs = ask_for("jobs", {job, ""});
  ASSERT_EQ(jobs.rows.size(), 1U);
  EXPECT_EQ(std::get<std::string>(at(jobs, 0, "job")), job);
  EXPECT_TRUE(fs::exists(folder_ / "store" / "job=%2E.%2Fa%27b%22%2F.."));
}

TEST_F(Fleet, WhatIsMissingIsNull) {
  models::Recording recording = fixtures::one_kernel();
  recording.observations.front().counters = {};
  recording.observations.front().work.reset();
  Publisher publisher(store(), "job");
  publisher.add(recording, "x");
  publisher.finish();
  const Answer kernels = DuckDb().query("SELECT dram_bytes, flop, time_ns, launches FROM read_parquet(" +
                                        sql_text(store().files("kernels")) + ")");
  ASSERT_EQ(kernels.rows.size(), 1U);
  EXPECT_TRUE(is_null(kernels.rows[0][0]));
  EXPECT_TRUE(is_null(kernels.rows[0][1]));
  EXPECT_GT(std::get<std::int64_t>(kernels.rows[0][2]), 0);
  EXPECT_TRUE(is_null(at(ask_for("idle_gpus"), 0, "idle_hours")));
}

TEST_F(Fleet, CountersAreSumsWithTheNumberThatWasCounted) {
  models::Recording recording = fixtures::one_kernel();
  models::CounterSet& counters = recording.observations.front().counters;
  counters = {};
  counters.set("dram__bytes.sum", {.value = 1000.5, .samples = 4, .min = 1000, .max = 1001});
  counters.set("sm__throughput.avg.pct_of_peak_sustained_elapsed", {.value = 50, .samples = 4, .min = 50, .max = 50});
  Publisher publisher(store(), "job");
  publisher.add(recording, "x");
  publisher.finish();
  const Answer rows =
      DuckDb().query("SELECT counter, total, counted FROM read_parquet(" + sql_text(store().files("counters")) + ")");
  ASSERT_EQ(rows.rows.size(), 1U);  // a percentage does not add up
  EXPECT_EQ(rows.rows[0], (std::vector<Value>{std::string("dram__bytes.sum"), std::int64_t{4002}, std::int64_t{4}}));
}

TEST_F(Fleet, LinksAreRowsWithTheirPeer) {
  using models::ByteRate, models::LinkDirection, models::LinkKind, models::Seconds;
  models::Recording recording = fixtures::one_kernel();
  recording.machines.front().ceilings.links = {
      {"host", LinkKind::pcie, LinkDirection::to_peer, ByteRate(55e9), 0.001, 11, Seconds(2e-6), {}},
      {"GPU-1", LinkKind::nvlink, LinkDirection::both, ByteRate(700e9), 0.002, 11, {}, {}}};
  recording.observations.clear();  // as `rooflens ceilings` writes it
  Publisher publisher(store(), "job");
  publisher.add(recording, "x");
  publisher.finish();
  const Answer rows =
      DuckDb().query("SELECT peer, kind, direction, bytes_per_second, spread, latency_ns FROM read_parquet(" +
                     sql_text(store().files("links")) + ") ORDER BY peer DESC");
  ASSERT_EQ(rows.rows.size(), 2U);
  EXPECT_EQ(rows.rows[0], (std::vector<Value>{std::string("host"), std::string("pcie"), std::string("to_peer"), 55e9,
                                              0.001, 2000.0}));
  EXPECT_EQ(std::get<std::string>(rows.rows[1][2]), "both");
  EXPECT_TRUE(is_null(rows.rows[1][5])) << "not known is not zero";
  EXPECT_EQ(ask_for("jobs").rows.size(), 1U);
}

TEST_F(Fleet, FilesSayWhatTheyAre) {
  publish("job", {1});
  const Answer said =
      DuckDb().query("SELECT CAST(value AS VARCHAR) FROM parquet_kv_metadata(" + sql_text(store().files("kernels")) +
                     ") WHERE CAST(key AS VARCHAR) IN ('rooflens_schema', 'rooflens_data') ORDER BY 1");
  ASSERT_EQ(said.rows.size(), 2U);
  EXPECT_EQ(std::get<std::string>(said.rows[0][0]), "2");
  EXPECT_EQ(std::get<std::string>(said.rows[1][0]), "simulated");
}

}  // namespace
}  // namespace rooflens::fleet

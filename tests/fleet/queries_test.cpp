#include "profiler/fleet/queries.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>

#include "tests/fleet/fleet_fixture.hpp"

namespace rooflens::fleet {
namespace {

namespace fs = std::filesystem;

TEST(Questions, EachSaysWhatItMeans) {
  for (const Question& question : questions()) EXPECT_GT(question.meaning.size(), 60U) << question.name;
}

/// Ranks of one kernel: `each` tells of rank r how long a launch takes and what it counted.
class Ranks : public Fleet {
 protected:
  struct Rank {
    double us = 100;
    double instructions = 1e6;
    double clock_hz = 1.5e9;
    double idle_s = 0.1;
    double waited_s = 0;                           ///< in a collective
    double nvlink = 400e9;                         ///< B/s to the next GPU
    std::string started = "2026-11-24T10:00:00Z";  ///< by the clock of its host
    std::string version = "0.1.0";
  };
  void publish_ranks(const std::string& job, int count, const auto& each) const {
    Publisher publisher(store(), job);
    for (int r = 0; r < count; ++r) {
      const Rank rank = each(r);
      models::Recording recording = fixtures::one_kernel();
      recording.processes.front().rank = r;
      recording.processes.front().world = count;
      recording.processes.front().wall = models::Seconds(10 * rank.us * 1e-6 + rank.idle_s + rank.waited_s);
      recording.provenance.started_utc = rank.started;
      recording.provenance.tool_version = rank.version;
      recording.machines.front().device.uuid = "GPU-" + std::to_string(r);
      using models::LinkDirection, models::LinkKind;
      recording.machines.front().ceilings.links = {
          {"next", LinkKind::nvlink, LinkDirection::to_peer, models::ByteRate(rank.nvlink), 0.001, 11, {}, {}}};
      models::Observation& o = recording.observations.front();
      o.work.reset();
      o.durations.assign(10, models::Seconds(rank.us * 1e-6));
      o.launches_made = 10;
      o.counters = {};
      o.counters.set("smsp__inst_executed.sum",
                     {.value = rank.instructions, .samples = 1, .min = rank.instructions, .max = rank.instructions});
      o.counters.set("sm__cycles_elapsed.avg.per_second",
                     {.value = rank.clock_hz, .samples = 1, .min = rank.clock_hz, .max = rank.clock_hz});
      if (rank.waited_s > 0) {
        models::Observation& collective = recording.observations.emplace_back(o);
        collective.name = "ncclDevKernel_AllReduce";
        collective.launches.assign(1, {});
        collective.launches.front().function = collective.name;
        collective.durations.assign(10, models::Seconds(rank.waited_s / 10));
      }
      publisher.add(recording, job + std::to_string(r));
    }
    publisher.finish();
  }
  // "rank verdict cause" of the first row.
  [[nodiscard]] std::string slowest() const {
    const Answer answer = ask_for("slowest_rank");
    const Value& cause = at(answer, 0, "cause");
    return std::to_string(whole(answer, 0, "rank")) + ' ' + std::get<std::string>(at(answer, 0, "verdict")) + ' ' +
           (is_null(cause) ? "-" : std::get<std::string>(cause));
  }
};

// 0.1 % of scatter, so that there is one.
double scatter(int r) { return 1 + 0.001 * (r % 5 - 2); }

TEST_F(Ranks, OneOfALowerClockIsFound) {
  publish_ranks("job", 16, [](int r) {
    return Rank{.us = 100 * scatter(r) / (r == 9 ? 0.95 : 1), .clock_hz = r == 9 ? 1.425e9 : 1.5e9};
  });
  EXPECT_EQ(slowest(), "9 slow clock");
}

TEST_F(Ranks, OneWithMoreWorkIsFound) {
  publish_ranks("job", 16, [](int r) {
    return Rank{.us = 100 * scatter(r) * (r == 3 ? 1.03 : 1), .instructions = r == 3 ? 1.03e6 : 1e6};
  });
  EXPECT_EQ(slowest(), "3 slow work");
}

TEST_F(Ranks, OneWithALateHostIsFound) {
  publish_ranks("job", 16, [](int r) { return Rank{.us = 100 * scatter(r), .idle_s = r == 5 ? 0.2 : 0.1}; });
  EXPECT_EQ(slowest(), "5 slow host");
}

// 100 us x 10 launches are 1 ms; all wait 0.5 ms, but rank 6 1 ms.
TEST_F(Ranks, OneThatWaitsForOthersIsFound) {
  publish_ranks("job", 16, [](int r) { return Rank{.us = 100 * scatter(r), .waited_s = r == 6 ? 1e-3 : 0.5e-3}; });
  EXPECT_EQ(slowest(), "6 slow waiting");
  EXPECT_NEAR(real(ask_for("slowest_rank"), 0, "cause_percent"), 100, 2);
}

// Beside one that is slow for itself: a row a rank, each with its own verdict.
TEST_F(Ranks, OneThatWaitsAndOneOfALowerClockHaveARowEach) {
  publish_ranks("job", 16, [](int r) {
    return Rank{.us = 100 * scatter(r) / (r == 9 ? 0.9 : 1),
                .clock_hz = r == 9 ? 1.35e9 : 1.5e9,
                .waited_s = r == 6 ? 0.55e-3 : 0.5e-3};
  });
  const Answer answer = ask_for("slowest_rank");
  std::map<std::int64_t, std::string> verdicts;
  for (std::size_t row = 0; row < answer.rows.size(); ++row) {
    const Value& cause = at(answer, row, "cause");
    const bool fresh =
        verdicts.emplace(whole(answer, row, "rank"), is_null(cause) ? "-" : std::get<std::string>(cause)).second;
    EXPECT_TRUE(fresh) << row;
  }
  EXPECT_EQ(verdicts.at(9), "clock");
  EXPECT_EQ(verdicts.at(6), "waiting");
}

// Parts of schema 1 have no links.
TEST_F(Ranks, StoresOfSchema1AreAsked) {
  publish_ranks("old", 4, [](int r) { return Rank{.us = 100 * scatter(r)}; });
  for (const auto& entry : fs::recursive_directory_iterator(store().path())) {
    if (entry.path().filename() == "links.parquet") fs::remove(entry.path());
  }
  for (const Question& question : questions()) {
    if (question.name == "job_changes") continue;
    EXPECT_NO_THROW((void)ask(store(), question.name, {})) << question.name;
  }
  publish_ranks("new", 4, [](int r) { return Rank{.us = 100 * scatter(r)}; });
  Asked both;
  both.job = "new";
  both.baseline = "old";
  EXPECT_NO_THROW((void)ask(store(), "job_changes", both));
  both.baseline.clear();
  both.job = "old";
  EXPECT_NO_THROW((void)ask(store(), "slow_devices", both));
}

// What the others wait for rank 6 is no fault of theirs: all take the same time.
TEST_F(Ranks, WhoWaitsForASlowRankIsNotSlow) {
  publish_ranks("job", 16, [](int r) {
    const double us = 100 * scatter(r) * (r == 6 ? 1.3 : 1);
    return Rank{.us = us, .waited_s = 2e-3 - 10 * us * 1e-6};
  });
  EXPECT_EQ(slowest(), "6 slow unexplained");
  const Answer answer = ask_for("slowest_rank");
  for (std::size_t row = 1; row < answer.rows.size(); ++row)
    EXPECT_EQ(std::get<std::string>(at(answer, row, "verdict")), "within scatter") << row;
}

TEST_F(Ranks, WhatNoEvidenceExplainsIsUnexplained) {
  publish_ranks("job", 16, [](int r) { return Rank{.us = 100 * scatter(r) * (r == 7 ? 1.2 : 1)}; });
  EXPECT_EQ(slowest(), "7 slow unexplained");
}

TEST_F(Ranks, NoneIsAccusedOfScatter) {
  publish_ranks("job", 16, [](int r) { return Rank{.us = 100 * (1 + 0.02 * std::sin(r * 2.4))}; });
  EXPECT_NE(slowest().find("within scatter -"), std::string::npos);
}

TEST_F(Ranks, OfThreeNoneIsAccused) {
  publish_ranks("job", 3, [](int r) { return Rank{.us = r == 1 ? 200.0 : 100.0}; });
  EXPECT_EQ(slowest(), "1 too few ranks -");
}

TEST_F(Ranks, AChangeBetweenJobsIsHeldAgainstTheNoise) {
  publish_ranks("before", 8, [](int r) { return Rank{.us = 100 * scatter(r)}; });
  publish_ranks("after", 8, [](int r) { return Rank{.us = 110 * scatter(r)}; });
  const Answer changes = ask_for("job_changes", {"after", "before"});
  ASSERT_EQ(changes.rows.size(), 1U);
  EXPECT_NEAR(real(changes, 0, "change_percent"), 10, 0.01);
  EXPECT_EQ(std::get<std::string>(at(changes, 0, "verdict")), "slower");
  const Answer same = ask_for("job_changes", {"after", "after"});
  EXPECT_EQ(std::get<std::string>(at(same, 0, "verdict")), "within noise");
}

TEST_F(Ranks, AGpuBelowItsKindIsFound) {
  publish_ranks("job", 8, [](int r) { return Rank{.us = 100 * scatter(r) * (r == 2 ? 1.1 : 1)}; });
  const Answer devices = ask_for("slow_devices");
  EXPECT_EQ(std::get<std::string>(at(devices, 0, "device")), "GPU-2");
  EXPECT_EQ(std::get<std::string>(at(devices, 0, "verdict")), "slow");
  EXPECT_EQ(std::get<std::string>(at(devices, 1, "verdict")), "within scatter");
}

TEST_F(Ranks, ALinkBelowItsKindIsFound) {
  publish_ranks("job", 8,
                [](int r) { return Rank{.us = 100 * scatter(r), .nvlink = 400e9 * scatter(r) * (r == 5 ? 0.5 : 1)}; });
  const Answer devices = ask_for("slow_devices");
  for (std::size_t row = 0; row < devices.rows.size(); ++row) {
    const bool it = std::get<std::string>(at(devices, row, "device")) == "GPU-5" &&
                    std::get<std::string>(at(devices, row, "measure")) == "link nvlink to_peer";
    EXPECT_EQ(std::get<std::string>(at(devices, row, "verdict")), it ? "slow" : "within scatter") << row;
    EXPECT_NEAR(real(devices, row, "time_ratio"), it ? 2 : 1, 0.01);
  }
  EXPECT_EQ(devices.rows.size(), 10U) << "five of each measure";
}

// Nothing is computed from two hosts' clocks, and every version's rows are there.
TEST_F(Ranks, ClocksAnHourApartAndOtherVersionsChangeNothing) {
  const auto slow = [](int r) { return Rank{.us = 100 * scatter(r), .idle_s = r == 5 ? 0.2 : 0.1}; };
  publish_ranks("job", 16, [&](int r) {
    Rank rank = slow(r);
    if (r % 2 == 1) rank.started = "2026-11-24T08:53:00Z";
    if (r % 3 == 0) rank.version = "0.9.0";
    return rank;
  });
  EXPECT_EQ(slowest(), "5 slow host");
  const Answer jobs = ask_for("jobs");
  EXPECT_EQ(whole(jobs, 0, "ranks"), 16);
  EXPECT_EQ(whole(jobs, 0, "tool_versions"), 2);
  EXPECT_EQ(std::get<std::string>(at(jobs, 0, "started_utc")), "2026-11-24T08:53:00Z");
}

TEST_F(Ranks, QuantilesOfAUnionAreWithinOnePercent) {
  // Ranks of 1, 2, ... 40 us, ten launches each: the median launch takes 20 us, the 95th percentile 38.
  publish_ranks("job", 40, [](int r) { return Rank{.us = r + 1.0}; });
  const Answer times = ask_for("launch_times");
  EXPECT_EQ(real(times, 0, "launches"), 400);
  EXPECT_NEAR(real(times, 0, "p50_us") / 20, 1, 0.01);
  EXPECT_NEAR(real(times, 0, "p95_us") / 38, 1, 0.01);
  EXPECT_EQ(std::get<std::string>(at(times, 0, "durations")), "every launch");
}

TEST_F(Fleet, AFileOfAnotherProgramIsNamed) {
  publish("job", {1});
  const std::string file =
      DuckDb().query("SELECT file FROM glob(" + sql_text(store().files("kernels")) + ")").rows.at(0).at(0).index() == 3
          ? std::get<std::string>(
                DuckDb().query("SELECT file FROM glob(" + sql_text(store().files("kernels")) + ")").rows[0][0])
          : "";
  DuckDb().run("COPY (SELECT 1 AS a) TO " + sql_text(file) + " (FORMAT parquet)");
  const std::string told = trouble([&] { (void)ask_for("job_roofline"); });
  EXPECT_NE(told.find(file + " cannot be read: it is Parquet that rooflens did not write"), told.npos) << told;
}

TEST_F(Fleet, AHalfWrittenFileIsNamed) {
  publish("job", {1});
  const Answer files = DuckDb().query("SELECT file FROM glob(" + sql_text(store().files("kernels")) + ")");
  const fs::path file = std::get<std::string>(files.rows.at(0).at(0));
  fs::resize_file(file, fs::file_size(file) / 2);
  const std::string told = trouble([&] { (void)ask_for("job_roofline"); });
  EXPECT_NE(told.find(file.string() + " cannot be read: it is not whole"), told.npos) << told;
}

TEST_F(Fleet, OtherFilesInTheFolderAreNotRead) {
  publish("job", {1});
  std::ofstream(folder_ / "store" / "notes.parquet") << "mine";
  fs::create_directories(folder_ / "store" / ".part-1-2");
  std::ofstream(folder_ / "store" / ".part-1-2" / "kernels.parquet") << "half of one";
  EXPECT_EQ(ask_for("jobs").rows.size(), 1U);
}

TEST_F(Fleet, AQuestionThatMakesNoSenseIsRefused) {
  publish("job", {1});
  EXPECT_NE(
      trouble([&] { (void)ask_for("slowest"); }).find("there is no query `slowest` | there are: jobs, slowest_rank"),
      std::string::npos);
  EXPECT_NE(trouble([&] {
              (void)ask_for("jobs", {"other", ""});
            }).find("the store holds no job `other`"),
            std::string::npos);
  EXPECT_NE(trouble([&] { (void)ask_for("job_changes", {"job", ""}); }).find("compares two jobs"), std::string::npos);
  EXPECT_NE(trouble([&] { (void)ask_for("jobs", {"job", "job"}); }).find("takes no --baseline"), std::string::npos);
}

TEST_F(Fleet, AnEmptyStoreSaysSo) {
  (void)store();
  EXPECT_NE(trouble([&] { (void)ask_for("jobs"); }).find("is empty"), std::string::npos);
}

TEST_F(Fleet, SimulatedDataSaysSo) {
  publish("job", {1});
  EXPECT_TRUE(ask(store(), "jobs", {}).simulated);
}

}  // namespace
}  // namespace rooflens::fleet

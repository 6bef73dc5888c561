// Applications under profile: what an analysis says of kernels whose launches were counted in turns, and of the ranges
// that are sums over them.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/explain/analysis.hpp"
#include "tests/fixtures/recordings.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

class Application : public ::testing::Test {
 protected:
  // Three launches of 1 us each.
  Observation kernel(const char* name) {
    Observation o;
    o.name = name;
    o.launches_made = 3;
    o.durations = {nanoseconds(1000)};
    return o;
  }
  std::vector<AnalysedKernel>& kernels() {
    analysis_ = analyse(recording_);
    return analysis_.machines.front().kernels;
  }
  Recording recording_ = [] {
    Recording recording = fixtures::one_kernel();
    recording.observations.clear();
    return recording;
  }();
  Analysis analysis_;
};

TEST_F(Application, SharesCountEveryLaunch) {
  recording_.observations = {kernel("f"), kernel("g")};
  recording_.observations[1].launches_made = 9;
  EXPECT_DOUBLE_EQ(kernels()[0].share_of_time, 0.25);
}

// 100 launches, of which 50 were timed and took 50 us: 100 us; the other kernel takes 300 us.
TEST_F(Application, SharesScaleTheTotalTimeToTheLaunchesMade) {
  recording_.observations = {kernel("f"), kernel("g")};
  Observation& f = recording_.observations[0];
  f.launches_made = 100;
  f.total_time = nanoseconds(50'000);
  f.timed_launches = 50;
  f.durations = {nanoseconds(7)};  // a sample that says nothing of the whole
  recording_.observations[1].launches_made = 300;
  EXPECT_DOUBLE_EQ(kernels()[0].share_of_time, 0.25);
}

TEST_F(Application, SharesNeedNoDurationsWhereTheTotalTimeIsKnown) {
  recording_.observations = {kernel("f"), kernel("g")};
  recording_.observations[0].total_time = nanoseconds(1000);
  recording_.observations[0].timed_launches = 1;
  recording_.observations[0].durations.clear();
  EXPECT_TRUE(kernels()[0].has_share());
  EXPECT_DOUBLE_EQ(kernels()[0].share_of_time, 0.5);
}

TEST_F(Application, SharesDoNotCountTheKernelsOfAGraphTwice) {
  recording_.observations = {kernel("f"), kernel("graph 1")};
  recording_.observations[1].scope = Scope::range;
  EXPECT_DOUBLE_EQ(kernels()[0].share_of_time, 1);
  EXPECT_FALSE(kernels()[1].has_share());
}

// 3 launches of 1 us and 9 of 1 us in a process that ran for 48 us.
TEST_F(Application, KernelsTakeAShareOfTheTimeThatTheProcessRan) {
  recording_.observations = {kernel("f"), kernel("g")};
  recording_.observations[1].launches_made = 9;
  kernels();
  const RunTime& untold = analysis_.machines.front().run_time;
  EXPECT_NEAR(untold.kernels.value(), 12e-6, 1e-12);
  EXPECT_EQ(untold.launches, 12u);
  EXPECT_FALSE(untold.wall);
  EXPECT_FALSE(untold.idle_at_least()) << "missing is not zero";
  recording_.processes.front().wall = nanoseconds(48'000);
  kernels();
  EXPECT_NEAR(*analysis_.machines.front().run_time.idle_at_least(), 0.75, 1e-9);
  recording_.processes.front().wall = nanoseconds(6'000);
  kernels();
  EXPECT_FALSE(analysis_.machines.front().run_time.idle_at_least()) << "kernels ran at once";
}

TEST_F(Application, OfWhichNoSourceIsKnownMayBeALibrary) {
  recording_ = fixtures::one_kernel();
  EXPECT_EQ(analyse(recording_).machines.front().for_callers, "") << "a kernel of the catalogue";
  recording_.observations.front().cache = CachePolicy::uncontrolled;
  for (Seconds& duration : recording_.observations.front().durations) duration = 3 * duration;
  EXPECT_THAT(analyse(recording_).machines.front().for_callers, HasSubstr("data type, shape, batch size"));
  FunctionProfile function;
  function.function = recording_.observations.front().launches.front().function;
  function.instructions.push_back({.offset = 0, .file = "a.cu", .line = 3, .values = {{"stall.wait", 5}}});
  recording_.functions.push_back(function);
  EXPECT_EQ(analyse(recording_).machines.front().for_callers, "") << "its source is there";
}

TEST_F(Application, RangesStandApart) {
  recording_.observations = {kernel("f"), kernel("step")};
  recording_.observations[1].scope = Scope::nvtx;
  ASSERT_EQ(kernels().size(), 1u);
  EXPECT_DOUBLE_EQ(kernels()[0].share_of_time, 1);
  ASSERT_EQ(analysis_.machines.front().ranges.size(), 1u);
  EXPECT_EQ(analysis_.machines.front().ranges[0].observation->name, "step");
  EXPECT_FALSE(analysis_.machines.front().ranges[0].has_share());
}

TEST_F(Application, TheVerdictLeavesRangesOut) {
  recording_ = fixtures::profiled_application();
  analysis_ = analyse(recording_);
  EXPECT_THAT(analysis_.machines.front().verdict, Not(HasSubstr("train@step")));
}

// 3 launches of 1 us and 9 of 1 us, beside one kernel of 8 us: 12 of 20 us.
TEST_F(Application, LaunchesOfLessThanFiveMicrosecondsAreOneLine) {
  recording_.observations = {kernel("f"), kernel("g"), kernel("h")};
  for (Observation& observation : recording_.observations) observation.cache = CachePolicy::uncontrolled;
  recording_.observations[1].launches_made = 9;
  recording_.observations[2].launches_made = 1;
  recording_.observations[2].durations = {nanoseconds(8000)};
  (void)kernels();
  const auto said = [&] {
    for (const Finding& finding : analysis_.machines.front().findings) {
      if (finding.topic == "tiny-launches") return finding.cause;
    }
    return std::string();
  };
  EXPECT_THAT(said(), HasSubstr("12 launches of 2 kernels take less than 5 µs each, 60 % of the time"));
  for (Observation& observation : recording_.observations) observation.cache = CachePolicy::cold;
  (void)kernels();
  EXPECT_EQ(said(), "");
}

// What was not seen may have been anything.
TEST_F(Application, NothingIsSaidOfIdleTimeWhereLaunchesWereLeftAlone) {
  recording_.observations = {kernel("f")};
  recording_.observations[0].process = 0;
  Process process;
  process.wall = nanoseconds(12'000);
  recording_.processes = {process};
  (void)kernels();
  EXPECT_TRUE(analysis_.machines.front().run_time.idle_at_least());
  recording_.notes = {{NoteLevel::information, "sampled", "launches were recorded during 1 of 2 s", "", 0}};
  (void)kernels();
  EXPECT_FALSE(analysis_.machines.front().run_time.whole);
  EXPECT_FALSE(analysis_.machines.front().run_time.idle_at_least());
  recording_.notes.clear();
  recording_.observations.push_back(kernel("g"));
  recording_.observations[1].durations.clear();
  (void)kernels();
  EXPECT_FALSE(analysis_.machines.front().run_time.idle_at_least()) << "g ran for nobody knows how long";
}

// 120 launches of 1 us beside 80 us: what single kernels leave is not what makes the application slow.
TEST_F(Application, TheVerdictBeginsWithTinyLaunchesWhereTheyTakeMostTime) {
  recording_.observations = {kernel("f"), kernel("g"), kernel("h")};
  for (Observation& observation : recording_.observations) {
    observation.cache = CachePolicy::uncontrolled;
    observation.launches_made = 60;
  }
  recording_.observations[2].launches_made = 1;
  recording_.observations[2].durations = {nanoseconds(80'000)};
  const auto verdict = [&] {
    (void)kernels();
    return analysis_.machines.front().verdict;
  };
  EXPECT_THAT(verdict(), HasSubstr("120 launches take less than 5 µs each, 60 % of GPU time"));
  EXPECT_THAT(verdict(),
              HasSubstr("First to try, if the GPU waits for them: capture them in a CUDA graph, or fuse them."));
  recording_.processes = {Process{}};
  recording_.processes[0].id = recording_.observations[0].process;
  recording_.processes[0].gaps = {310, Seconds(1), Seconds(0.41), Seconds(0.4)};
  EXPECT_THAT(verdict(),
              HasSubstr("no kernel ran for 41 % of the time, 40 % before or after one of them. First to try: capture"));
  const auto& findings = analysis_.machines.front().findings;
  EXPECT_TRUE(std::any_of(findings.begin(), findings.end(), [](const Finding& f) {
    return f.consequence ==
           "No kernel ran for 41 % of 1 s in which all 310 launches were recorded, and for 40 % the launch before or "
           "after was such a short one. This includes what profiling costs.";
  }));
  const int own = recording_.observations[2].process;
  recording_.processes.push_back(recording_.processes[0]);
  recording_.processes[1].id = recording_.observations[2].process = own + 1;
  EXPECT_THAT(verdict(), Not(HasSubstr("no kernel ran"))) << "those of the other process may have";
  recording_.processes.pop_back();
  recording_.observations[2].process = own;
  recording_.processes[0].gaps.around_tiny = Seconds(0.01);
  EXPECT_THAT(verdict(), Not(HasSubstr("CUDA graph"))) << "it waits for something else";
  EXPECT_THAT(verdict(), Not(HasSubstr("No kernel ran"))) << "less than half of the time";
  recording_.processes[0].gaps.idle = Seconds(0.51);
  EXPECT_THAT(
      verdict(),
      StartsWith(
          "No kernel ran for 51 % of 1 s in which all launches were recorded, including what profiling costs. "));
  recording_.processes.clear();
  recording_.observations[2].durations = {nanoseconds(130'000)};
  EXPECT_THAT(verdict(), Not(HasSubstr("CUDA graph"))) << "48 %";
  recording_.observations[2].durations = {nanoseconds(80'000)};
  recording_.observations.push_back(kernel("graph"));
  recording_.observations.back().scope = Scope::range;
  EXPECT_THAT(verdict(), Not(HasSubstr("CUDA graph"))) << "they may be its nodes";
}

}  // namespace
}  // namespace rooflens::models

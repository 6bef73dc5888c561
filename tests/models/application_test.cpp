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

}  // namespace
}  // namespace rooflens::models

#include "profiler/schedule/start_phase.hpp"

#include <gtest/gtest.h>

namespace rooflens::inject {
namespace {

constexpr std::chrono::duration<double> kYoung{2};
constexpr std::chrono::duration<double> kOld{4};

TEST(StartPhase, KnowsAKernelAfterHundredLaunchesThatTookAllSlots) {
  EXPECT_FALSE(StartPhase::knows(CountProgress::known, 99, true, kYoung));
  EXPECT_TRUE(StartPhase::knows(CountProgress::known, 100, true, kYoung));
  EXPECT_TRUE(StartPhase::knows(CountProgress::complete, 100, true, kYoung));
  EXPECT_FALSE(StartPhase::knows(CountProgress::open, 100, true, kYoung));
  EXPECT_TRUE(StartPhase::knows(CountProgress::open, 100, false, kYoung)) << "its time is all that is wanted";
}

TEST(StartPhase, WaitsNoLongerForAKernelThatCouldNotBeCountedForLong) {
  EXPECT_FALSE(StartPhase::knows(CountProgress::open, 1000, true, kYoung)) << "CUPTI takes half a second to start";
  EXPECT_FALSE(StartPhase::knows(CountProgress::open, 999, true, kOld));
  EXPECT_TRUE(StartPhase::knows(CountProgress::open, 1000, true, kOld));
}

TEST(StartPhase, IsOverWhenNineOfTenLaunchesAreOfKnownKernels) {
  StartPhase start;
  EXPECT_FALSE(start.step(0, 100));
  EXPECT_FALSE(start.step(89, 11));
  EXPECT_TRUE(start.step(90, 10));
}

// Some kernels are new for ever, where shapes grow with every step.
TEST(StartPhase, BeginsAgainWhenFourOfTenLaunchesAreOfOthers) {
  StartPhase start;
  EXPECT_TRUE(start.step(100, 0));
  EXPECT_TRUE(start.step(60, 40));
  EXPECT_FALSE(start.step(59, 41));
}

TEST(StartPhase, WaitsForEnoughLaunchesToTell) {
  StartPhase start;
  EXPECT_FALSE(start.step(16, 0));
  EXPECT_FALSE(start.step(15, 0));
  EXPECT_TRUE(start.step(1, 0));
  EXPECT_TRUE(start.step(0, 0)) << "nothing was launched";
}

}  // namespace
}  // namespace rooflens::inject

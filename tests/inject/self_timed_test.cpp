// Programs that time their own launches.
#include "profiler/schedule/self_timed.hpp"

#include <gtest/gtest.h>

namespace rooflens::inject {
namespace {

using std::chrono::milliseconds;

struct SelfTimedTest : ::testing::Test {
  static constexpr std::uint64_t kGeometries = 1000;  // of each function
  SelfTimed timed;
  SelfTimed::Clock::time_point now = SelfTimed::Clock::now();
  void launch(int times, std::uint64_t what = 1) {
    for (int i = 0; i < times; ++i) timed.launched(what / kGeometries, what, now);
  }
  // Between two events, and what is done until the next timing.
  void time(std::uint64_t what, std::uint64_t then = 0) {
    (void)timed.event_recorded(now);
    launch(1, what);
    now += milliseconds(5);
    (void)timed.event_recorded(now);
    if (then) launch(1, then);
    now += milliseconds(5);
  }
  // Whether the next timing would be left alone.
  bool leaves(std::uint64_t what) {
    (void)timed.event_recorded(now);
    launch(1, what);
    return timed.active(now);
  }
};

TEST_F(SelfTimedTest, LeavesAFewLaunchesBetweenTwoEventsAlone) {
  EXPECT_FALSE(timed.active(now));
  EXPECT_TRUE(timed.event_recorded(now)) << "from here on";
  launch(3);
  EXPECT_TRUE(timed.active(now));
  EXPECT_FALSE(timed.event_recorded(now)) << "that is known";
  EXPECT_TRUE(timed.active(now + milliseconds(99)));
  EXPECT_FALSE(timed.active(now + milliseconds(101)));
}

TEST_F(SelfTimedTest, LeavesTheFirstCandidateAloneAfterManyLaunches) {
  for (int tuning = 0; tuning < 2; ++tuning) {
    launch(300);
    EXPECT_TRUE(timed.event_recorded(now));
    launch(1);
    EXPECT_TRUE(timed.active(now));
    (void)timed.event_recorded(now);
    now += milliseconds(1000);
  }
}

TEST_F(SelfTimedTest, CountsStepsThatAreTimed) {
  for (int step = 0; step < 2; ++step) {
    (void)timed.event_recorded(now);
    launch(100);
    EXPECT_FALSE(timed.active(now)) << "more than a few";
    (void)timed.event_recorded(now);
  }
  EXPECT_FALSE(timed.event_recorded(now));
  launch(1);
  EXPECT_FALSE(timed.active(now)) << "the third step is one too";
}

TEST_F(SelfTimedTest, CountsAStepThatIsTimedForASecond) {
  for (int i = 0; i < 101; ++i) time(7, 8);
  EXPECT_TRUE(leaves(7)) << "of the first two it is not known that they are the same as those before";
  (void)timed.event_recorded(now);
  for (int i = 0; i < 110; ++i) time(7, 8);
  EXPECT_FALSE(leaves(7));
}

TEST_F(SelfTimedTest, LeavesANewCandidateAloneAfterThat) {
  for (int i = 0; i < 200; ++i) time(7);
  ASSERT_FALSE(leaves(7));
  (void)timed.event_recorded(now);
  EXPECT_TRUE(leaves(9)) << "its first launch";
  EXPECT_TRUE(leaves(7)) << "what it is compared with";
}

TEST_F(SelfTimedTest, LeavesAlternatingCandidatesAlone) {
  for (std::uint64_t i = 0; i < 300; ++i) time(7 + i % 2);
  EXPECT_TRUE(leaves(7)) << "with nothing between timings, two alternate";
  for (std::uint64_t i = 0; i < 300; ++i) time(7 + i % 2, 9);
  EXPECT_TRUE(leaves(7));
  for (std::uint64_t i = 0; i < 300; ++i) time(7 + i % 3);
  EXPECT_TRUE(leaves(7));
}

TEST_F(SelfTimedTest, LeavesCandidatesAloneThatTheHostWaitsFor) {
  for (std::uint64_t i = 0; i < 60; ++i) {
    time(7 + i % 3);
    now += milliseconds(150);
  }
  EXPECT_TRUE(leaves(7));
}

TEST_F(SelfTimedTest, LeavesKnownCandidatesAloneInALaterTuning) {
  for (std::uint64_t i = 0; i < 20; ++i) time(7 + i % 2);
  now += milliseconds(3000);
  launch(300, 5);
  for (int i = 0; i < 20; ++i) {
    EXPECT_TRUE(leaves(7)) << i;
    now += milliseconds(5);
    (void)timed.event_recorded(now);
  }
  EXPECT_TRUE(leaves(8));
}

TEST_F(SelfTimedTest, ForgetsStepsWithTheirModules) {
  for (int i = 0; i < 200; ++i) time(7);
  timed.forget();
  EXPECT_TRUE(leaves(7)) << "which may be another kernel now";
}

TEST_F(SelfTimedTest, GoesOnWithAStepAfterCallbacksWereOff) {
  for (int i = 0; i < 200; ++i) time(7);
  now += milliseconds(1500);
  launch(1, 7);  // its first event was not seen
  EXPECT_FALSE(timed.active(now));
  (void)timed.event_recorded(now);
  for (int i = 0; i < 2; ++i) {
    EXPECT_FALSE(leaves(7));
    (void)timed.event_recorded(now);
  }
}

TEST_F(SelfTimedTest, ComparesWhereManyFunctionsAreTimed) {
  for (std::uint64_t f = 1; f <= 15; ++f) {
    for (std::uint64_t size = 0; size < 30; ++size) time(f * kGeometries + size);
  }
  EXPECT_FALSE(timed.compares(now)) << "fifteen kernels in thirty sizes each";
  time(16 * kGeometries);
  EXPECT_TRUE(timed.compares(now));
  EXPECT_TRUE(timed.compares(now + milliseconds(2900))) << "the next one may be compiled";
  EXPECT_FALSE(timed.compares(now + milliseconds(3100)));
  for (int i = 0; i < 1100; ++i) time(kGeometries + static_cast<std::uint64_t>(i) % 3);
  EXPECT_FALSE(timed.compares(now)) << "nothing new for long";
}

TEST_F(SelfTimedTest, ComparesNoLongerOnceStepsHaveBegun) {
  for (std::uint64_t f = 1; f <= 16; ++f) time(f * kGeometries);
  launch(250);
  EXPECT_TRUE(timed.compares(now));
  launch(10);
  EXPECT_FALSE(timed.compares(now));
}

// XLA loads, times and unloads the variants of each operation.
TEST_F(SelfTimedTest, ComparesWhereModulesAreUnloadedAfterTheirKernelsWereTimed) {
  timed.module_unloads(now);
  time(kGeometries);
  EXPECT_FALSE(timed.compares(now));
  timed.module_unloads(now);
  EXPECT_TRUE(timed.compares(now));
  now += milliseconds(9900);
  time(kGeometries);
  EXPECT_TRUE(timed.compares(now));
  now += milliseconds(200);
  time(kGeometries);
  EXPECT_FALSE(timed.compares(now)) << "long ago";
}

TEST_F(SelfTimedTest, ComparesNothingWhereAProgramTimesNoneOfWhatItUnloads) {
  for (int i = 0; i < 100; ++i) {
    launch(20);
    timed.module_unloads(now);
    now += milliseconds(5);
  }
  EXPECT_FALSE(timed.compares(now));
}

}  // namespace
}  // namespace rooflens::inject

// Programs that time their own launches.
#include "profiler/schedule/self_timed.hpp"

#include <gtest/gtest.h>

namespace rooflens::inject {
namespace {

using std::chrono::milliseconds;

struct SelfTimedTest : ::testing::Test {
  SelfTimed timed;
  SelfTimed::Clock::time_point now = SelfTimed::Clock::now();
  int start = 0;
  int stop = 0;
  int plain = 0;

  void SetUp() override {
    timed.event_created(&start, true);
    timed.event_created(&stop, true);
    timed.event_created(&plain, false);
  }
  void launch(int times) {
    for (int i = 0; i < times; ++i) timed.launched();
  }
};

TEST_F(SelfTimedTest, LeavesAFewLaunchesBetweenTwoEventsAlone) {
  EXPECT_FALSE(timed.active(now));
  EXPECT_TRUE(timed.event_recorded(&start, now)) << "from here on";
  launch(3);
  EXPECT_TRUE(timed.active(now));
  EXPECT_FALSE(timed.event_recorded(&stop, now)) << "that is known";
  EXPECT_TRUE(timed.active(now + milliseconds(99)));
  EXPECT_FALSE(timed.active(now + milliseconds(101)));
}

TEST_F(SelfTimedTest, LeavesTheFirstCandidateAloneAfterManyLaunches) {
  for (int tuning = 0; tuning < 2; ++tuning) {
    launch(300);
    EXPECT_TRUE(timed.event_recorded(&start, now));
    launch(1);
    EXPECT_TRUE(timed.active(now));
    (void)timed.event_recorded(&stop, now);
    now += milliseconds(1000);
  }
}

TEST_F(SelfTimedTest, CountsStepsThatAreTimed) {
  for (int step = 0; step < 2; ++step) {
    (void)timed.event_recorded(&start, now);
    launch(100);
    EXPECT_FALSE(timed.active(now)) << "more than a few";
    (void)timed.event_recorded(&stop, now);
  }
  EXPECT_FALSE(timed.event_recorded(&start, now));
  launch(1);
  EXPECT_FALSE(timed.active(now)) << "the third step is one too";
}

TEST_F(SelfTimedTest, KnowsEventsThatMeasureNoTime) {
  EXPECT_FALSE(timed.event_recorded(&plain, now));
  EXPECT_FALSE(timed.active(now));
  timed.event_destroyed(&start);
  timed.event_created(&start, false);
  EXPECT_FALSE(timed.event_recorded(&start, now)) << "the handle is used again";
}

}  // namespace
}  // namespace rooflens::inject

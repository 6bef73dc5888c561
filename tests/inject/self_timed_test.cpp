// Programs that time their own launches.
#include "profiler/schedule/self_timed.hpp"

#include <gtest/gtest.h>

namespace rooflens::inject {
namespace {

using std::chrono::milliseconds;

struct SelfTimedTest : ::testing::Test {
  SelfTimed timed;
  SelfTimed::Clock::time_point now = SelfTimed::Clock::now();
  void launch(int times) {
    for (int i = 0; i < times; ++i) timed.launched();
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

}  // namespace
}  // namespace rooflens::inject

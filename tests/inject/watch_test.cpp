#include "profiler/inject/watch.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace rooflens::inject {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
static_assert(Watch::kPeriod_ns == 2 * kSecond);  // the times below

class WatchTest : public ::testing::Test {
 protected:
  std::vector<bool> switched;
  Watch watch{[this](bool hear) { switched.push_back(hear); }};
};

TEST_F(WatchTest, HearsEverythingWithinItsShare) {
  for (int i = 0; i < 100; ++i) watch.step(false, i * kSecond);
  EXPECT_FALSE(watch.resting());
  EXPECT_TRUE(switched.empty());
}

TEST_F(WatchTest, RestsUntilTheNextPeriod) {
  watch.step(true, 10 * kSecond);
  EXPECT_TRUE(watch.resting());
  EXPECT_TRUE(switched.empty()) << "a launch may just have begun to be counted";
  watch.step(true, 10 * kSecond + kSecond / 2);
  EXPECT_EQ(switched, std::vector<bool>{false});
  watch.step(false, 11 * kSecond);
  EXPECT_TRUE(watch.resting()) << "the period is not over: other ranks of the job rest, too";
  watch.step(false, 12 * kSecond);
  EXPECT_FALSE(watch.resting());
  EXPECT_EQ(switched, (std::vector<bool>{false, true}));
}

// A rank that notices later than another that it spent too much wakes together with it.
TEST_F(WatchTest, WakesWithTheClockThatRanksShare) {
  watch.step(false, 10 * kSecond);
  watch.step(true, 11 * kSecond);
  watch.step(false, 12 * kSecond - 1);
  EXPECT_TRUE(watch.resting());
  watch.step(false, 12 * kSecond);
  EXPECT_FALSE(watch.resting());
}

// Waking would cost at once what it still owes.
TEST_F(WatchTest, RestsForSeveralPeriodsWhereItSpentTheShareOfAll) {
  watch.step(true, 10 * kSecond);
  watch.step(true, 11 * kSecond);
  watch.step(true, 12 * kSecond);
  watch.step(false, 13 * kSecond);
  EXPECT_TRUE(watch.resting()) << "others wake when a period begins";
  watch.step(false, 14 * kSecond);
  EXPECT_FALSE(watch.resting());
  EXPECT_EQ(switched, (std::vector<bool>{false, true}));
}

// It must be heard of, because the counters wait for its end.
TEST_F(WatchTest, HearsTheEndOfALaunchThatIsCounted) {
  ASSERT_TRUE(watch.begin_count());
  watch.step(true, 10 * kSecond);
  watch.step(true, 10 * kSecond + 1);
  EXPECT_TRUE(watch.resting());
  EXPECT_TRUE(switched.empty());
  EXPECT_FALSE(watch.begin_count()) << "no other one begins";
  watch.end_count();
  watch.step(true, 10 * kSecond + 2);
  EXPECT_EQ(switched, std::vector<bool>{false});
}

TEST_F(WatchTest, DoesNotSwitchWhereARestIsOverBeforeItBegan) {
  watch.step(true, 10 * kSecond);
  watch.step(false, 12 * kSecond);
  EXPECT_FALSE(watch.resting());
  EXPECT_TRUE(switched.empty());
}

}  // namespace
}  // namespace rooflens::inject

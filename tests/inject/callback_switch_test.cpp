#include "profiler/schedule/callback_switch.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace rooflens::inject {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
static_assert(CallbackSwitch::kPeriod_ns == 2 * kSecond);  // the times below

class CallbackSwitchTest : public ::testing::Test {
 protected:
  std::vector<bool> switched;
  CallbackSwitch callbacks{[this](bool enabled) { switched.push_back(enabled); }};
};

TEST_F(CallbackSwitchTest, HearsEverythingWithinItsShare) {
  for (int i = 0; i < 100; ++i) callbacks.step(false, i * kSecond);
  EXPECT_FALSE(callbacks.resting());
  EXPECT_TRUE(switched.empty());
}

TEST_F(CallbackSwitchTest, RestsUntilTheNextPeriod) {
  callbacks.step(true, 10 * kSecond);
  EXPECT_TRUE(callbacks.resting());
  EXPECT_TRUE(switched.empty()) << "a launch may just have begun to be counted";
  callbacks.step(true, 10 * kSecond + kSecond / 2);
  EXPECT_EQ(switched, std::vector<bool>{false});
  callbacks.step(false, 11 * kSecond);
  EXPECT_TRUE(callbacks.resting()) << "the period is not over: other ranks of the job rest, too";
  callbacks.step(false, 12 * kSecond);
  EXPECT_FALSE(callbacks.resting());
  EXPECT_EQ(switched, (std::vector<bool>{false, true}));
}

// A rank that notices later than another that it spent too much wakes together with it.
TEST_F(CallbackSwitchTest, WakesWithTheClockThatRanksShare) {
  callbacks.step(false, 10 * kSecond);
  callbacks.step(true, 11 * kSecond);
  callbacks.step(false, 12 * kSecond - 1);
  EXPECT_TRUE(callbacks.resting());
  callbacks.step(false, 12 * kSecond);
  EXPECT_FALSE(callbacks.resting());
}

// Waking would cost at once what it still owes.
TEST_F(CallbackSwitchTest, RestsForSeveralPeriodsWhereItSpentTheShareOfAll) {
  callbacks.step(true, 10 * kSecond);
  callbacks.step(true, 11 * kSecond);
  callbacks.step(true, 12 * kSecond);
  callbacks.step(false, 13 * kSecond);
  EXPECT_TRUE(callbacks.resting()) << "others wake when a period begins";
  callbacks.step(false, 14 * kSecond);
  EXPECT_FALSE(callbacks.resting());
  EXPECT_EQ(switched, (std::vector<bool>{false, true}));
}

// It must have its callback, because the counters wait for its end.
TEST_F(CallbackSwitchTest, HearsTheEndOfALaunchThatIsCounted) {
  ASSERT_TRUE(callbacks.begin_count());
  callbacks.step(true, 10 * kSecond);
  callbacks.step(true, 10 * kSecond + 1);
  EXPECT_TRUE(callbacks.resting());
  EXPECT_TRUE(switched.empty());
  EXPECT_FALSE(callbacks.begin_count()) << "no other one begins";
  callbacks.end_count();
  callbacks.step(true, 10 * kSecond + 2);
  EXPECT_EQ(switched, std::vector<bool>{false});
}

TEST_F(CallbackSwitchTest, DoesNotSwitchWhereARestIsOverBeforeItBegan) {
  callbacks.step(true, 10 * kSecond);
  callbacks.step(false, 12 * kSecond);
  EXPECT_FALSE(callbacks.resting());
  EXPECT_TRUE(switched.empty());
}

}  // namespace
}  // namespace rooflens::inject

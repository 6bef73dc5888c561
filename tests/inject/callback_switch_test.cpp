#include "profiler/schedule/callback_switch.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace rooflens::inject {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;
constexpr CallbackSwitch::Wish kWithin{};
constexpr CallbackSwitch::Wish kOverspent{true, false};
constexpr CallbackSwitch::Wish kSampling{false, true};
static_assert(CallbackSwitch::kPeriod_ns == 2 * kSecond);  // the times below

class CallbackSwitchTest : public ::testing::Test {
 protected:
  std::vector<bool> switched;
  CallbackSwitch callbacks{[this](bool enabled) { switched.push_back(enabled); }};
};

TEST_F(CallbackSwitchTest, HearsEverythingWithinItsShare) {
  for (int i = 0; i < 100; ++i) callbacks.step(kWithin, i * kSecond);
  EXPECT_FALSE(callbacks.resting());
  EXPECT_TRUE(switched.empty());
}

TEST_F(CallbackSwitchTest, RestsUntilTheNextPeriod) {
  callbacks.step(kOverspent, 10 * kSecond);
  EXPECT_TRUE(callbacks.resting());
  EXPECT_TRUE(switched.empty()) << "a launch may just have begun to be counted";
  callbacks.step(kOverspent, 10 * kSecond + kSecond / 2);
  EXPECT_TRUE(switched.empty()) << "a launch that ends may do it";
  callbacks.step(kOverspent, 10 * kSecond + kSecond / 2 + 1);
  EXPECT_EQ(switched, std::vector<bool>{false});
  callbacks.step(kWithin, 11 * kSecond);
  EXPECT_TRUE(callbacks.resting()) << "the period is not over: other ranks of the job rest, too";
  callbacks.step(kWithin, 12 * kSecond);
  EXPECT_FALSE(callbacks.resting());
  EXPECT_EQ(switched, (std::vector<bool>{false, true}));
}

// A rank that notices later than another that it spent too much wakes together with it.
TEST_F(CallbackSwitchTest, WakesWithTheClockThatRanksShare) {
  callbacks.step(kWithin, 10 * kSecond);
  callbacks.step(kOverspent, 11 * kSecond);
  callbacks.step(kWithin, 12 * kSecond - 1);
  EXPECT_TRUE(callbacks.resting());
  callbacks.step(kWithin, 12 * kSecond);
  EXPECT_FALSE(callbacks.resting());
}

// Waking would cost at once what it still owes.
TEST_F(CallbackSwitchTest, RestsForSeveralPeriodsWhereItSpentTheShareOfAll) {
  callbacks.step(kOverspent, 10 * kSecond);
  callbacks.step(kOverspent, 11 * kSecond);
  callbacks.step(kOverspent, 12 * kSecond);
  callbacks.step(kWithin, 13 * kSecond);
  EXPECT_TRUE(callbacks.resting()) << "others wake when a period begins";
  callbacks.step(kWithin, 14 * kSecond);
  EXPECT_FALSE(callbacks.resting());
  EXPECT_EQ(switched, (std::vector<bool>{false, true}));
}

// It must have its callback, because the counters wait for its end.
TEST_F(CallbackSwitchTest, HearsTheEndOfALaunchThatIsCounted) {
  ASSERT_TRUE(callbacks.begin_count());
  callbacks.step(kOverspent, 10 * kSecond);
  callbacks.step(kOverspent, 10 * kSecond + 1);
  EXPECT_TRUE(callbacks.resting());
  EXPECT_TRUE(switched.empty());
  EXPECT_FALSE(callbacks.begin_count()) << "no other one begins";
  callbacks.step(kOverspent, 10 * kSecond + 2);
  EXPECT_TRUE(switched.empty());
  callbacks.end_count();
  callbacks.step(kOverspent, 10 * kSecond + 3);
  EXPECT_EQ(switched, std::vector<bool>{false});
}

// Elsewhere it would be in the middle of this thread's next launch.
TEST_F(CallbackSwitchTest, SwitchesOffWhereALaunchEnds) {
  callbacks.launch_ended();
  EXPECT_TRUE(switched.empty()) << "no rest begins";
  callbacks.step(kOverspent, 10 * kSecond);
  callbacks.launch_ended();
  EXPECT_TRUE(switched.empty()) << "records are still on";
  callbacks.step(kOverspent, 10 * kSecond + 1);
  callbacks.launch_ended();
  EXPECT_EQ(switched, std::vector<bool>{false});
  callbacks.launch_ended();
  callbacks.step(kOverspent, 10 * kSecond + 2);
  EXPECT_EQ(switched, std::vector<bool>{false}) << "they are off";
  callbacks.step(kWithin, 12 * kSecond);
  EXPECT_EQ(switched, (std::vector<bool>{false, true}));
}

TEST_F(CallbackSwitchTest, LeavesALaunchThatIsCountedItsCallbackWhereAnotherEnds) {
  ASSERT_TRUE(callbacks.begin_count());
  callbacks.step(kOverspent, 10 * kSecond);
  callbacks.step(kOverspent, 10 * kSecond + 1);
  callbacks.launch_ended();
  EXPECT_TRUE(switched.empty());
}

// A tenth of each period is enough of a program that repeats itself.
TEST_F(CallbackSwitchTest, SamplesATenthOfEachPeriod) {
  callbacks.step(kSampling, 10 * kSecond);
  EXPECT_TRUE(callbacks.resting());
  callbacks.step(kSampling, 12 * kSecond);
  EXPECT_FALSE(callbacks.resting());
  callbacks.step(kSampling, 12 * kSecond + kSecond / 5 - 1);
  EXPECT_FALSE(callbacks.resting());
  callbacks.step(kSampling, 12 * kSecond + kSecond / 5);
  EXPECT_TRUE(callbacks.resting());
}

TEST_F(CallbackSwitchTest, SamplesAYoungProgramMoreOften) {
  EXPECT_EQ(CallbackSwitch::period_of(0), kSecond / 4);
  EXPECT_EQ(CallbackSwitch::period_of(3 * kSecond), kSecond / 2);
  EXPECT_EQ(CallbackSwitch::period_of(7 * kSecond), kSecond);
  EXPECT_EQ(CallbackSwitch::period_of(8 * kSecond), 2 * kSecond);
  callbacks.step(kSampling, 10 * kSecond, kSecond / 4);
  callbacks.step(kSampling, 10 * kSecond + kSecond / 4, kSecond / 4);
  EXPECT_FALSE(callbacks.resting());
}

TEST_F(CallbackSwitchTest, TellsThatALookIsAboutToEnd) {
  EXPECT_FALSE(callbacks.ends_look(kWithin, 10 * kSecond, 2 * kSecond));
  EXPECT_TRUE(callbacks.ends_look(kOverspent, 10 * kSecond, 2 * kSecond));
  EXPECT_TRUE(callbacks.ends_look(kSampling, 10 * kSecond, 2 * kSecond));
  callbacks.step(kOverspent, 10 * kSecond);
  EXPECT_FALSE(callbacks.ends_look(kOverspent, 10 * kSecond, 2 * kSecond)) << "it has ended";
}

TEST_F(CallbackSwitchTest, WakesBeforeARestIsOver) {
  callbacks.step(kOverspent, 10 * kSecond);
  callbacks.step(kOverspent, 10 * kSecond + 1);
  callbacks.step(kOverspent, 10 * kSecond + 1);
  EXPECT_TRUE(callbacks.wake(10 * kSecond + 2));
  EXPECT_FALSE(callbacks.resting());
  EXPECT_EQ(switched, (std::vector<bool>{false, true}));
  EXPECT_FALSE(callbacks.wake(10 * kSecond + 3)) << "there is none";
}

TEST_F(CallbackSwitchTest, DoesNotSwitchWhereARestIsOverBeforeItBegan) {
  callbacks.step(kOverspent, 10 * kSecond);
  callbacks.step(kWithin, 12 * kSecond);
  EXPECT_FALSE(callbacks.resting());
  EXPECT_TRUE(switched.empty());
}

}  // namespace
}  // namespace rooflens::inject

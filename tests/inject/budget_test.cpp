#include "profiler/schedule/budget.hpp"

#include <gtest/gtest.h>

namespace rooflens::inject {
namespace {

using std::chrono::milliseconds;
const Budget::Clock::time_point kStart{};
constexpr double kTenPercent = 0.1 / Budget::kAim;
constexpr double kTenPercentAfterStart = 0.1 / Budget::kAimAfterStart;
static_assert(Budget::kAftermath == 1.6);  // the numbers below: 62.5 ms of pauses cost 100

TEST(Budget, WithoutALimitAllowsEverything) {
  const Budget budget(0, 0, 1, kStart);
  EXPECT_TRUE(budget.allows(1e12, kStart));
  EXPECT_FALSE(budget.limited());
}

// 10 % of one second are 100 ms.
TEST(Budget, AllowsItsShareOfTheTimeSoFar) {
  const Budget budget(kTenPercent, 0, 1, kStart);
  EXPECT_TRUE(budget.allows(62e6, kStart + milliseconds(1000)));
  EXPECT_FALSE(budget.allows(63e6, kStart + milliseconds(1000)));
}

// Of 1100 ms, 100 were ours: the application had 1000, and 100 is what it owes.
TEST(Budget, CountsItsOwnTimeNotAsTheApplications) {
  Budget budget(kTenPercent, 0, 1, kStart);
  budget.pause(milliseconds(25));
  budget.callback(milliseconds(60));
  EXPECT_FALSE(budget.allows(1e6, kStart + milliseconds(1100)));
  EXPECT_TRUE(budget.allows(1e6, kStart + milliseconds(1200)));
  EXPECT_EQ(budget.spent_ns(), 85'000'000);
}

// 4 s of cost are free, which are 2.5 s of pauses.
TEST(Budget, GivesACreditForTheStart) {
  Budget budget(kTenPercentAfterStart, 0, 1, kStart, std::chrono::seconds(4));
  EXPECT_TRUE(budget.allows(2.4e9, kStart));
  EXPECT_FALSE(budget.allows(2.6e9, kStart));
  EXPECT_FALSE(budget.strict());
  EXPECT_TRUE(budget.starting());
  EXPECT_EQ(Budget(kTenPercentAfterStart, 0, 2, kStart, std::chrono::seconds(4)).allows(1.3e9, kStart), false)
      << "of both ranks";
}

// Then 10 % of each second, whatever the start did cost.
TEST(Budget, AllowsItsShareOfTheTimeAfterTheStart) {
  Budget budget(kTenPercentAfterStart, 0, 1, kStart, std::chrono::seconds(4));
  budget.pause(milliseconds(1500));
  budget.callback(milliseconds(100));
  budget.end_start(kStart + milliseconds(5000));
  EXPECT_FALSE(budget.allows(1e6, kStart + milliseconds(5000)));
  EXPECT_TRUE(budget.allows(62e6, kStart + milliseconds(6000)));
  EXPECT_FALSE(budget.allows(63e6, kStart + milliseconds(6000)));
  EXPECT_EQ(budget.spent_ns(), 1'600'000'000);
}

// 1.5 of 2.5 s of pauses are gone.
TEST(Budget, PaysANewStartFromWhatIsLeftOfTheCredit) {
  Budget budget(kTenPercentAfterStart, 0, 1, kStart, std::chrono::seconds(4));
  budget.pause(milliseconds(1500));
  budget.end_start(kStart + milliseconds(5000));
  budget.start_again();
  EXPECT_TRUE(budget.allows(0.9e9, kStart + milliseconds(5000)));
  EXPECT_FALSE(budget.allows(1.1e9, kStart + milliseconds(5000)));
  budget.pause(milliseconds(1000));
  budget.end_start(kStart + milliseconds(7000));
  budget.start_again();
  EXPECT_FALSE(budget.starting()) << "nothing is left";
}

// What it has to save for costs more than is left: nothing starts again, and it saves on.
TEST(Budget, SavesOnWhereTheCreditDoesNotHoldIt) {
  Budget budget(kTenPercentAfterStart, 0, 1, kStart, std::chrono::seconds(4));
  budget.pause(milliseconds(1500));
  budget.end_start(kStart + milliseconds(5000));
  budget.save_for(1.1e9);
  budget.start_again();
  EXPECT_TRUE(budget.saving() && !budget.starting());
  budget.save_for(0.9e9);
  budget.start_again();
  EXPECT_TRUE(!budget.saving() && budget.starting());
}

// 0.5 s of 4 s, so that 3.5 s are left, which are 2.19 s of pauses.
TEST(Budget, AddsNothingToWhatBeginsCounting) {
  Budget budget(kTenPercentAfterStart, 0, 1, kStart, std::chrono::seconds(4));
  budget.set_up(milliseconds(500));
  EXPECT_TRUE(budget.allows(2.18e9, kStart));
  EXPECT_FALSE(budget.allows(2.20e9, kStart));
  EXPECT_EQ(budget.spent_ns(), 500'000'000);
}

// Of two ranks the second one has the second minute: after a start of 30 s it has none of the first.
TEST(Budget, KeepsTheMinutesOfRanksAfterTheStart) {
  Budget budget(kTenPercentAfterStart, 1, 2, kStart, std::chrono::seconds(4));
  budget.end_start(kStart + std::chrono::seconds(30));
  EXPECT_FALSE(budget.allows(1e6, kStart + std::chrono::seconds(60)));
  EXPECT_TRUE(budget.allows(1.87e9, kStart + std::chrono::seconds(90))) << "10 % of 60 s, half of them its own";
  EXPECT_FALSE(budget.allows(1.88e9, kStart + std::chrono::seconds(90)));
}

// Three seconds of imports are no time in which the training steps after them may be slowed down.
TEST(Budget, SavesNothingWhileNothingIsLaunched) {
  Budget budget(kTenPercent, 0, 1, kStart);
  budget.idle(milliseconds(3000));
  EXPECT_EQ(budget.elapsed_ns(kStart + milliseconds(4000)), 1e9);
  EXPECT_TRUE(budget.allows(62e6, kStart + milliseconds(4000)));
  EXPECT_FALSE(budget.allows(63e6, kStart + milliseconds(4000)));
}

// Each of two ranks may pause 3.75 s in its own minute, 10 % of which pauses of all together may cost.
TEST(Budget, IsSpentByTheRanksOfAJobInPassRotation) {
  const Budget first(kTenPercent, 0, 2, kStart);
  const Budget second(kTenPercent, 1, 2, kStart);
  const auto allows = [](const Budget& budget, int seconds, double pause_s) {
    return budget.allows(1e9 * pause_s, kStart + std::chrono::seconds(seconds));
  };
  EXPECT_TRUE(allows(first, 30, 1.87));
  EXPECT_FALSE(allows(first, 30, 1.88));
  EXPECT_FALSE(allows(second, 60, 0.001));
  EXPECT_TRUE(allows(second, 90, 1.87));
  EXPECT_FALSE(allows(second, 90, 1.88));
  for (const int seconds : {60, 90, 119}) {
    EXPECT_TRUE(allows(first, seconds, 3.74)) << seconds;
    EXPECT_FALSE(allows(first, seconds, 3.76)) << seconds;
  }
  EXPECT_TRUE(allows(first, 150, 5.6)) << "half of its second minute";
  EXPECT_FALSE(allows(first, 150, 5.7));
}

// 3 % of ten hours are 18 minutes, which nobody may lose at once.
TEST(Budget, SavesNoMoreThanTenSecondsOfPauses) {
  Budget budget(0.03, 0, 1, kStart);
  const auto hours = kStart + std::chrono::hours(10);
  budget.allow_again(hours);
  EXPECT_TRUE(budget.allows(9.9e9, hours));
  EXPECT_FALSE(budget.allows(10.1e9, hours));
  budget.pause(milliseconds(9'000));
  EXPECT_FALSE(budget.allows(1.1e9, hours));
  const auto later = hours + std::chrono::seconds(100);
  budget.allow_again(later);
  EXPECT_TRUE(budget.allows(1.1e9, later)) << "3 s more by then";
  EXPECT_FALSE(budget.allows(4.1e9, later));
}

// They all look at their launches at the same time. What one paused, the others are taken to have paused too.
TEST(Budget, IsReducedByLooksOfAllRanksAtOnce) {
  Budget budget(kTenPercent, 0, 2, kStart);
  budget.callback(milliseconds(6000));  // of 126 s
  const auto now = kStart + std::chrono::seconds(126);
  EXPECT_DOUBLE_EQ(budget.allowance_ns(now), 6e9);
  budget.pause(milliseconds(1000));
  EXPECT_NEAR(budget.allowance_ns(now), 6e9 - 0.1 * 1.6e9 * 126 / 66, 1);
  EXPECT_EQ(budget.spent_ns(), 7'000'000'000);
}

// A pause of 62.5 ms costs 100, which are 10 % of one second.
TEST(Budget, SavesUntilThePauseCanBeMade) {
  Budget budget(kTenPercent, 0, 1, kStart);
  EXPECT_FALSE(budget.saving());
  budget.save_for(62.5e6);
  budget.allow_again(kStart + milliseconds(990));
  EXPECT_TRUE(budget.saving());
  budget.allow_again(kStart + milliseconds(1010));
  EXPECT_FALSE(budget.saving());
}

}  // namespace
}  // namespace rooflens::inject

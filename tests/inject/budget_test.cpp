#include "profiler/inject/budget.hpp"

#include <gtest/gtest.h>

namespace rooflens::inject {
namespace {

using std::chrono::milliseconds;
const Budget::Clock::time_point kStart{};
constexpr double kTenPercent = 0.1 / Budget::kAim;
static_assert(Budget::kAftermath == 1.6);  // the numbers below: 62.5 ms of pauses cost 100

TEST(Budget, WithoutALimitAllowsEverything) {
  const Budget budget(0, 1, kStart);
  EXPECT_TRUE(budget.allows(1e12, kStart));
  EXPECT_FALSE(budget.limited());
}

// 10 % of one second are 100 ms.
TEST(Budget, AllowsItsShareOfTheTimeSoFar) {
  const Budget budget(kTenPercent, 1, kStart);
  EXPECT_TRUE(budget.allows(62e6, kStart + milliseconds(1000)));
  EXPECT_FALSE(budget.allows(63e6, kStart + milliseconds(1000)));
}

// Of 1100 ms, 100 were ours: the application had 1000, and 100 is what it owes.
TEST(Budget, CountsItsOwnTimeNotAsTheApplications) {
  Budget budget(kTenPercent, 1, kStart);
  budget.pause(milliseconds(25));
  budget.look(milliseconds(60));
  EXPECT_FALSE(budget.allows(1e6, kStart + milliseconds(1100)));
  EXPECT_TRUE(budget.allows(1e6, kStart + milliseconds(1200)));
  EXPECT_EQ(budget.spent_ns(), 85'000'000);
}

// Three seconds of imports are no time in which the training steps after them may be slowed down.
TEST(Budget, SavesNothingWhileNothingIsLaunched) {
  Budget budget(kTenPercent, 1, kStart);
  budget.idle(milliseconds(3000));
  EXPECT_EQ(budget.elapsed_ns(kStart + milliseconds(4000)), 1e9);
  EXPECT_TRUE(budget.allows(62e6, kStart + milliseconds(4000)));
  EXPECT_FALSE(budget.allows(63e6, kStart + milliseconds(4000)));
}

// Four ranks of a job may pause 15.6 ms each; they all look at their launches at the same time.
TEST(Budget, SharesPausesAmongTheRanksOfAJob) {
  Budget budget(kTenPercent, 4, kStart);
  EXPECT_TRUE(budget.allows(15e6, kStart + milliseconds(1000)));
  EXPECT_FALSE(budget.allows(16e6, kStart + milliseconds(1000)));
  budget.look(milliseconds(60));  // of 1060 ms
  EXPECT_TRUE(budget.allows(6e6, kStart + milliseconds(1060)));
  EXPECT_FALSE(budget.allows(7e6, kStart + milliseconds(1060)));
  EXPECT_DOUBLE_EQ(budget.allowance_ns(kStart + milliseconds(1060)), 40e6);
  budget.pause(milliseconds(10));
  EXPECT_EQ(budget.spent_ns(), 70'000'000);
}

// A pause of 62.5 ms costs 100, which are 10 % of one second.
TEST(Budget, SavesUntilThePauseCanBeMade) {
  Budget budget(kTenPercent, 1, kStart);
  EXPECT_FALSE(budget.saving());
  budget.save_for(62.5e6);
  budget.look_again(kStart + milliseconds(990));
  EXPECT_TRUE(budget.saving());
  budget.look_again(kStart + milliseconds(1010));
  EXPECT_FALSE(budget.saving());
}

}  // namespace
}  // namespace rooflens::inject

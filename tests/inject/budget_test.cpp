#include "profiler/inject/budget.hpp"

#include <gtest/gtest.h>

namespace rooflens::inject {
namespace {

using std::chrono::milliseconds;
const Budget::Clock::time_point kStart{};
constexpr double kTenPercent = 0.1 / Budget::kAim;

TEST(Budget, WithoutALimitAllowsEverything) {
  const Budget budget(0, 1, kStart);
  EXPECT_TRUE(budget.allows(1e12, kStart));
  EXPECT_FALSE(budget.limited());
}

// 10 % of one second are 100 ms.
TEST(Budget, AllowsItsShareOfTheTimeSoFar) {
  const Budget budget(kTenPercent, 1, kStart);
  EXPECT_TRUE(budget.allows(99e6, kStart + milliseconds(1000)));
  EXPECT_FALSE(budget.allows(101e6, kStart + milliseconds(1000)));
}

// Of 1100 ms, 100 were ours: the application had 1000, and 100 is what it owes.
TEST(Budget, CountsItsOwnTimeNotAsTheApplications) {
  Budget budget(kTenPercent, 1, kStart);
  budget.pause(milliseconds(40));
  budget.look(milliseconds(60));
  EXPECT_FALSE(budget.allows(1e6, kStart + milliseconds(1100)));
  EXPECT_TRUE(budget.allows(1e6, kStart + milliseconds(1200)));
  EXPECT_EQ(budget.spent_ns(), 100'000'000);
}

// Four ranks of a job may pause 25 ms each; they all look at their launches at the same time.
TEST(Budget, SharesPausesAmongTheRanksOfAJob) {
  Budget budget(kTenPercent, 4, kStart);
  EXPECT_TRUE(budget.allows(24e6, kStart + milliseconds(1000)));
  EXPECT_FALSE(budget.allows(26e6, kStart + milliseconds(1000)));
  budget.look(milliseconds(60));  // of 1060 ms
  EXPECT_TRUE(budget.allows(9e6, kStart + milliseconds(1060)));
  EXPECT_FALSE(budget.allows(11e6, kStart + milliseconds(1060)));
  EXPECT_DOUBLE_EQ(budget.allowance_ns(kStart + milliseconds(1060)), 40e6);
  budget.pause(milliseconds(10));
  EXPECT_EQ(budget.spent_ns(), 70'000'000);
}

}  // namespace
}  // namespace rooflens::inject

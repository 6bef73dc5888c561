#include "profiler/inject/budget.hpp"

#include <gtest/gtest.h>

namespace rooflens::inject {
namespace {

using std::chrono::milliseconds;
const Budget::Clock::time_point kStart{};

TEST(Budget, WithoutALimitAllowsEverything) {
  const Budget budget(0, kStart);
  EXPECT_TRUE(budget.allows(1e12, kStart));
  EXPECT_FALSE(budget.limited());
}

// 10 % of one second are 100 ms.
TEST(Budget, AllowsItsShareOfTheTimeSoFar) {
  const Budget budget(0.1 / Budget::kAim, kStart);
  EXPECT_TRUE(budget.allows(99e6, kStart + milliseconds(1000)));
  EXPECT_FALSE(budget.allows(101e6, kStart + milliseconds(1000)));
}

// Of 1100 ms, 100 were ours: the application had 1000, and 100 is what it owes.
TEST(Budget, CountsItsOwnTimeNotAsTheApplications) {
  Budget budget(0.1 / Budget::kAim, kStart);
  budget.spend(milliseconds(100));
  EXPECT_FALSE(budget.allows(1e6, kStart + milliseconds(1100)));
  EXPECT_TRUE(budget.allows(1e6, kStart + milliseconds(1200)));
}

}  // namespace
}  // namespace rooflens::inject

#include "profiler/graph/read_allowance.hpp"

#include <gtest/gtest.h>

namespace rooflens::graph {
namespace {

using namespace std::chrono_literals;

TEST(ReadAllowance, IsASecondAndThenOnePercent) {
  ReadAllowance allowance;
  ReadAllowance::Clock::time_point now{1h};
  int reads = 0;
  for (int step = 0; step < 1000; ++step, now += 10ms) {  // a program that makes a graph in each step
    if (!allowance.allows(now)) continue;
    allowance.spend(10ms);
    ++reads;
  }
  EXPECT_NEAR(reads, 100 + 10, 1) << "1 s, and 1 % of 10 s";
  EXPECT_FALSE(allowance.allows(now));
  EXPECT_TRUE(allowance.allows(now + 3s)) << "new graphs have their chance";
}

TEST(ReadAllowance, IsRenewedByWhatWasLearned) {
  ReadAllowance allowance;
  const ReadAllowance::Clock::time_point now{1h};
  allowance.spend(2s);
  EXPECT_FALSE(allowance.allows(now));
  allowance.renew();
  EXPECT_TRUE(allowance.allows(now));
}

TEST(ReadAllowance, SavesNoMoreThanASecond) {
  ReadAllowance allowance;
  const ReadAllowance::Clock::time_point now{1h};
  EXPECT_TRUE(allowance.allows(now));
  EXPECT_TRUE(allowance.allows(now + 10h));
  allowance.spend(1s);
  EXPECT_FALSE(allowance.allows(now + 10h));
}

}  // namespace
}  // namespace rooflens::graph

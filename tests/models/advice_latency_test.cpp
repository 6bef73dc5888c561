#include "models/explain/advice_latency.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/models/advice_of.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;

// Eight warps load 1,000 times, a sector of DRAM each, which takes 1 us: 1 ms one after the other, 1/8 of that if eight
// loads of a warp are in flight. DRAM is busy for 0.256 ms.
RoundKernel eight_warps(double milliseconds, double loads = 1000) {
  return RoundKernel()
      .eight_warps(1e-3 * milliseconds, 8e-9 * loads, Seconds(1e-6))
      .instructions(16e-6, 512e-6, 512e-6);
}

TEST(LatencyAdvice, LoadsThatSeemToWaitForEachOtherAreNamed) {
  const auto advice = advice_for(eight_warps(1.2));
  const Advice* loads = advice_called(advice, "loads-in-flight");
  ASSERT_TRUE(loads);
  EXPECT_THAT(loads->evidence, HasSubstr("1000 loads of a warp, one after the other, would take 8")) << "1 of 1.2 ms";
  EXPECT_DOUBLE_EQ(loads->gain_low, 1);
  EXPECT_GT(loads->gain_high, 2.5);
  EXPECT_LT(loads->gain_high, 4.7) << "DRAM takes 0.256 of 1.2 ms";
}

TEST(LatencyAdvice, LoadsThatOverlappedDoNot) {
  EXPECT_FALSE(advice_called(advice_for(eight_warps(0.9)), "loads-in-flight"));
}

TEST(LatencyAdvice, ATimeThatSuchLoadsHardlyExplainIsAnothers) {
  EXPECT_FALSE(advice_called(advice_for(eight_warps(12)), "loads-in-flight"));
}

TEST(LatencyAdvice, AFewLoadsMayAllBeInFlight) {
  EXPECT_FALSE(advice_called(advice_for(eight_warps(0.012, 9)), "loads-in-flight"));
}

}  // namespace
}  // namespace rooflens::models

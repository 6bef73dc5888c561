#include "models/advise/advice_latency.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/models/advice_of.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

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

// So many of each of the 8 warps on average, of 64 that fit on an SM.
RoundKernel with_loads_in_flight(RoundKernel kernel, double loads, double milliseconds) {
  kernel.machine().device.threads_per_sm = 2048;
  return kernel.count("sm__warps_active.avg.pct_of_peak_sustained_active", 12.5e-9)
      .count("sm__inst_executed_pipe_lsu_mem_lg_cmd_read.sum", 8e-6)
      .count("sm__inst_pending_pipe_lsu_mem_lg_cmd_read.sum", 8 * loads * 1e-3 * milliseconds);
}

// A load takes 1,080 cycles in 1.2 ms, and 10,800 in 12 ms, where it waits in a queue.
TEST(LatencyAdvice, CountedLoadsInFlightTellThatTheyFollowEachOther) {
  const auto loading = [](double loads, double milliseconds) {
    return advice_for(with_loads_in_flight(eight_warps(milliseconds), loads, milliseconds));
  };
  const auto advice = loading(0.9, 1.2);
  const Advice* loads = advice_called(advice, "loads-in-flight");
  ASSERT_TRUE(loads);
  EXPECT_THAT(loads->evidence, HasSubstr("0.90 loads of a warp are in flight on average, of 1000 that it issues"));
  EXPECT_DOUBLE_EQ(loads->gain_low, 1);
  EXPECT_NEAR(loads->gain_high, 1.2 / 0.256, 1e-3) << "DRAM";
  EXPECT_FALSE(advice_called(loading(0.9, 12), "loads-in-flight"));
  EXPECT_FALSE(advice_called(loading(3, 12), "loads-in-flight"));
}

// 2 of the 4 instructions that an SM issues in a clock: the loads are on their way meanwhile.
TEST(LatencyAdvice, LoadsBesideWorkAreNotWaitedFor) {
  RoundKernel kernel = with_loads_in_flight(eight_warps(1.2), 0.9, 1.2).instructions(2.4e-3, 76.8e-3, 76.8e-3);
  for (const Advice& advice : advice_for(kernel)) EXPECT_THAT(advice.evidence, Not(HasSubstr("in flight on average")));
}

// The 8 warps wait for 40 % of 12 ms.
TEST(LatencyAdvice, WaitsAtBarriersAreNamedWhereTheyAreLong) {
  const auto waiting = [](double share) {
    return with_loads_in_flight(eight_warps(12), 0.1, 12)
        .count("smsp__warps_issue_stalled_barrier.sum", 8 * share * 12e-3);
  };
  const auto advice = advice_for(waiting(0.4));
  const Advice* barriers = advice_called(advice, "barriers");
  ASSERT_TRUE(barriers);
  EXPECT_THAT(barriers->evidence, HasSubstr("40 % of their time"));
  EXPECT_NEAR(barriers->gain_high, 1 / 0.6, 1e-9);
  EXPECT_FALSE(advice_called(advice_for(waiting(0.25)), "barriers"));
  EXPECT_FALSE(advice_called(advice_for(waiting(0.4).dram(11)), "barriers")) << "DRAM is busy meanwhile";
}

// 8 of 32 lanes are active meanwhile.
TEST(LatencyAdvice, WaitsForFewThreadsTakeTheirIdleLanesAlong) {
  const auto serial = [](double lanes) {
    return with_loads_in_flight(eight_warps(12), 0.1, 12)
        .instructions(2.4e-3, lanes * 2.4e-3, lanes * 2.4e-3)
        .count("smsp__warps_issue_stalled_barrier.sum", 8 * 0.4 * 12e-3);
  };
  const auto advice = advice_for(serial(8));
  ASSERT_FALSE(advice.empty());
  EXPECT_EQ(advice.front().id, "barriers");
  EXPECT_THAT(advice.front().cause, HasSubstr("few threads"));
  EXPECT_THAT(advice.front().evidence, HasSubstr("8.0 of 32 lanes"));
  const auto full = advice_for(serial(32));
  ASSERT_TRUE(advice_called(full, "barriers"));
  EXPECT_THAT(advice_called(full, "barriers")->cause, Not(HasSubstr("few threads")));
}

// Patched launches, which are slower, execute more of what is executed while it waits.
TEST(LatencyAdvice, WhoMayPollForAnotherBlockIsToldApart) {
  const auto polling = [](double counted) {
    return with_loads_in_flight(eight_warps(12), 0.1, 12)
        .instructions(2.4e-3, 8 * 2.4e-3, 8 * 2.4e-3)
        .count("smsp__inst_executed.sum", counted)
        .count("smsp__warps_issue_stalled_barrier.sum", 8 * 0.4 * 12e-3);
  };
  const auto advice = advice_for(polling(2.3e-3));
  ASSERT_TRUE(advice_called(advice, "barriers"));
  EXPECT_THAT(advice_called(advice, "barriers")->cause, HasSubstr("polls"));
  EXPECT_THAT(advice_called(advice, "barriers")->evidence, HasSubstr("4 % more instructions"));
  EXPECT_THAT(advice_called(advice_for(polling(2.4e-3)), "barriers")->cause, HasSubstr("few threads"));
}

// A load uses one of four sectors. DRAM is busy for 0.256 ms, and waiting for it takes as long for fewer sectors.
TEST(LatencyAdvice, UnusedSectorsSaveTheTimeThatDramIsBusy) {
  const auto unused = [](double milliseconds) {
    RoundKernel kernel = eight_warps(milliseconds).global(64e-6, 8e-6, 0, 0);
    const auto advice = advice_for(kernel.count("smsp__sass_inst_executed_op_global_ld.sum", 2e-6, 1));
    const Advice* coalescing = advice_called(advice, "coalescing");
    return coalescing ? coalescing->gain_high : 1;
  };
  const double at_its_roof = unused(0.4);  // 64 % of it
  EXPECT_NEAR(at_its_roof, 2.385, 1e-3);
  EXPECT_NEAR(unused(1.2), 1 / (1 - 0.256 / 1.2 * (1 - 1 / at_its_roof)), 1e-3);
}

TEST(LatencyAdvice, AFewLoadsMayAllBeInFlight) {
  EXPECT_FALSE(advice_called(advice_for(eight_warps(0.012, 9)), "loads-in-flight"));
}

}  // namespace
}  // namespace rooflens::models

#include "models/counters/counter_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

#include "tests/fixtures/recordings.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

struct Counted {
  const char* name;
  double value;
  int pass = 0;
};

std::vector<Finding> check(std::initializer_list<Counted> values) {
  CounterSet set;
  for (const Counted& c : values) set.set(c.name, {.value = c.value, .min = c.value, .max = c.value, .pass = c.pass});
  std::vector<Finding> findings;
  for (Contradiction& c : contradictions(set)) findings.push_back(std::move(c.finding));
  return findings;
}

// Kernels that poll load more under patched code, but not ten times as much.
TEST(CounterRules, SectorsOfLoadsAndStoresPassTheL1) {
  const char* loads = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum";
  const char* stores = "smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum";
  EXPECT_THAT(check({{loads, 60, 1}, {stores, 40, 1}, {"l1tex__t_bytes.sum", 3200}}), IsEmpty());
  const auto polls = check({{loads, 64, 1}, {stores, 40, 1}, {"l1tex__t_bytes.sum", 3200}});
  ASSERT_THAT(polls, SizeIs(1));
  EXPECT_EQ(polls.front().severity, Severity::note);
  const auto wrong = check({{loads, 600, 1}, {stores, 40, 1}, {"l1tex__t_bytes.sum", 3200}});
  ASSERT_THAT(wrong, SizeIs(1));
  EXPECT_EQ(wrong.front().severity, Severity::warning);
  EXPECT_THAT(wrong.front().cause, HasSubstr("op_ld.sum (pass 1)"));
  EXPECT_THAT(wrong.front().cause, HasSubstr("is 640.0 % of l1tex__t_bytes.sum (pass 0)"));
}

TEST(CounterRules, WarpInstructionsOfPassesThatSawOtherWorkAreDoubted) {
  EXPECT_EQ(check({{"smsp__inst_executed.sum", 100}, {"smsp__sass_inst_executed.sum", 109, 1}}).front().severity,
            Severity::note);
  EXPECT_EQ(check({{"smsp__inst_executed.sum", 100}, {"smsp__sass_inst_executed.sum", 25, 1}}).front().severity,
            Severity::warning);
}

TEST(CounterRules, NoClockIsAboveTheMaximum) {
  CounterSet set;
  const auto clock = [&](double hertz) {
    set.set("sm__cycles_elapsed.avg.per_second", {.value = hertz, .min = hertz, .max = hertz});
    DeviceProperties device;
    device.sm_clock_maximum = Hertz(2e9);
    return clock_contradiction(set, device);
  };
  EXPECT_FALSE(clock(2.05e9));
  const auto found = clock(6e9);
  ASSERT_TRUE(found);
  EXPECT_THAT(found->finding.cause,
              HasSubstr("(pass 0) is 6.00 GHz, but the SM clock of this GPU is 2.00 GHz at most"));
  EXPECT_THAT(found->counters, ::testing::ElementsAre("sm__cycles_elapsed.avg.per_second"));
  EXPECT_FALSE(clock_contradiction(set, DeviceProperties{}));  // the maximum is not known
  EXPECT_FALSE(clock(0.11e9)) << "it may be idle";
  const auto shared = clock(0.03e9);
  ASSERT_TRUE(shared);
  EXPECT_THAT(shared->finding.cause, HasSubstr("is 0.030 GHz"));
  EXPECT_EQ(shared->finding.severity, Severity::note);
  EXPECT_THAT(shared->counters, ::testing::Contains("lts__cycles_elapsed.avg.per_second"));
}

TEST(CounterRules, ThirtyTwoLanesAWarpAreFine) {
  EXPECT_THAT(check({{"smsp__sass_thread_inst_executed.sum", 320}, {"smsp__sass_inst_executed.sum", 10}}), IsEmpty());
}

TEST(CounterRules, MoreLanesThanAWarpHasAreNamedWithTheirPasses) {
  const auto found = check({{"smsp__sass_thread_inst_executed.sum", 640, 1}, {"smsp__sass_inst_executed.sum", 10, 3}});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].severity, Severity::warning);
  EXPECT_EQ(found[0].topic, "contradictory-counters");
  EXPECT_EQ(
      found[0].cause,
      "smsp__sass_thread_inst_executed.sum (pass 1) is 200.0 % of 32 x smsp__sass_inst_executed.sum (pass 3), but "
      "a warp has 32 lanes.");
}

TEST(CounterRules, PassesThatSawDifferentWorkDisagree) {
  EXPECT_THAT(check({{"smsp__inst_executed.sum", 101, 0}, {"smsp__sass_inst_executed.sum", 100, 1}}), IsEmpty());
  for (const double other : {90.0, 110.0}) {
    EXPECT_THAT(check({{"smsp__inst_executed.sum", other, 0}, {"smsp__sass_inst_executed.sum", 100, 1}}), SizeIs(1));
  }
}

TEST(CounterRules, MoreThanAHundredPercentIsAContradiction) {
  const auto found = check({{"sm__warps_active.avg.pct_of_peak_sustained_active", 140, 2}});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].cause, HasSubstr("(pass 2) says 140.0 %"));
}

TEST(CounterRules, MoreUniformBranchesThanBranchesAreAContradiction) {
  constexpr auto kUniform = "smsp__sass_branch_targets_threads_uniform.sum";
  constexpr auto kDivergent = "smsp__sass_branch_targets_threads_divergent.sum";
  constexpr auto kAll = "smsp__sass_branch_targets.sum";
  EXPECT_THAT(check({{kUniform, 7}, {kDivergent, 3}, {kAll, 10}}), IsEmpty());
  EXPECT_THAT(check({{kUniform, 12}, {kDivergent, 3}, {kAll, 10}}), SizeIs(1));
}

// 32 bytes a sector: two of three sectors from SMs.
TEST(CounterRules, MoreSectorsThanTheBytesOfTheL2AreAContradiction) {
  constexpr auto kFromSms = "lts__t_sectors_srcunit_tex.sum";
  constexpr auto kRead = "lts__t_sectors_op_read.sum";
  constexpr auto kWritten = "lts__t_sectors_op_write.sum";
  constexpr auto kBytes = "lts__t_bytes.sum";
  EXPECT_THAT(check({{kFromSms, 200}, {kRead, 250}, {kWritten, 50}, {kBytes, 9600}}), IsEmpty());
  EXPECT_THAT(check({{kFromSms, 400}, {kRead, 250}, {kWritten, 50}, {kBytes, 9600}}), SizeIs(1));
  EXPECT_THAT(check({{kFromSms, 200}, {kRead, 250}, {kWritten, 90}, {kBytes, 9600}}), SizeIs(1));
}

TEST(CounterRules, AMeanAboveItsMaximumIsAContradiction) {
  EXPECT_THAT(check({{"sm__cycles_active.avg", 11}, {"sm__cycles_active.max", 10}}), SizeIs(1));
}

TEST(CounterRules, SomethingOutOfNothingIsAContradiction) {
  const auto found = check({{"smsp__sass_data_bytes_mem_global_op_st.sum", 64},
                            {"smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_st.sum", 0}});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].cause, HasSubstr("is 64, and 32 x"));
}

TEST(CounterRules, WhatIsNoNumberOrNegativeIsAContradiction) {
  EXPECT_THAT(check({{"sm__cycles_active.avg", -1}, {"sm__cycles_active.max", 10}}), SizeIs(1));
  EXPECT_THAT(
      check({{"sm__cycles_active.avg", std::numeric_limits<double>::quiet_NaN()}, {"sm__cycles_active.max", 10}}),
      SizeIs(1));
}

TEST(CounterRules, ANegativeCountIsSaidOnceAndByItself) {
  const auto found = check({{"sm__cycles_active.avg", -1, 4}, {"sm__cycles_active.max", 10}});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].cause, "sm__cycles_active.avg (pass 4) is -1, but a count is a number that is not negative.");
}

TEST(CounterRules, MoreHalfInstructionsThanThePipeDidAreAContradiction) {
  EXPECT_THAT(check({{"sm__inst_executed_pipe_tensor_op_hmma_type_hfma2.sum", 12, 0},
                     {"sm__inst_executed_pipe_tensor.sum", 10, 2}}),
              SizeIs(1));
}

TEST(CounterRules, WhatCannotBeGivenIsNamed) {
  const auto found = check({{"smsp__sass_thread_inst_executed.sum", 640},
                            {"smsp__sass_thread_inst_executed_pred_on.sum", 600},
                            {"smsp__sass_inst_executed.sum", 10}});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_EQ(found[0].consequence,
            "They do not belong to the same work, so nothing is calculated from them: no value for Warp instructions, "
            "Lane efficiency, Predication efficiency.");
}

TEST(CounterRules, OnlyContradictoryCountersAreLeftOut) {
  CounterSet set;
  const auto count = [&](const char* name, double value) {
    set.set(name, {.value = value, .min = value, .max = value});
  };
  count("smsp__sass_thread_inst_executed.sum", 640);
  count("smsp__sass_inst_executed.sum", 10);
  count("smsp__inst_executed.sum", 11);  // a kernel that polls: a note, and no reason to leave anything out
  count("dram__bytes.sum", 7);
  const CounterSet rest = without(set, contradictions(set));
  EXPECT_FALSE(rest.find("smsp__sass_thread_inst_executed.sum"));
  EXPECT_FALSE(rest.find("smsp__sass_inst_executed.sum"));
  EXPECT_TRUE(rest.find("smsp__inst_executed.sum"));
  EXPECT_TRUE(rest.find("dram__bytes.sum"));
}

TEST(CounterRules, FixturesAreWithoutContradictions) {
  for (const Recording& recording : {fixtures::twelve_kernels(), fixtures::many_kernels(200), fixtures::told_families(),
                                     fixtures::traced_blocks(), fixtures::profiled_application()}) {
    for (const Observation& o : recording.observations) {
      for (const Contradiction& c : contradictions(o.counters)) ADD_FAILURE() << o.name << ": " << c.finding.cause;
    }
  }
}

TEST(CounterRules, ALongSumIsNotListedInFull) {
  const auto found = check({{"smsp__sass_inst_executed_op_global_ld.sum", 10, 1},
                            {"smsp__sass_inst_executed_op_global_st.sum", 10, 1},
                            {"smsp__sass_inst_executed_op_shared_ld.sum", 10, 1},
                            {"smsp__sass_inst_executed_op_shared_st.sum", 10, 1},
                            {"smsp__sass_inst_executed.sum", 20, 1}});
  ASSERT_THAT(found, SizeIs(1));
  EXPECT_THAT(found[0].cause, HasSubstr("global_st.sum (pass 1) + 2 more of their kind is 200.0 % of"));
}

TEST(CounterRules, ARuleWithoutAllItsCountersSaysNothing) {
  EXPECT_THAT(check({{"smsp__sass_thread_inst_executed.sum", 640}}), IsEmpty());
}

TEST(CounterRules, AsynchronousCopiesMayLoadMoreBytesThanTheirLoadsMoveSectors) {
  EXPECT_THAT(check({{"smsp__sass_data_bytes_mem_global_op_ld.sum", 64},
                     {"smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_ld.sum", 0}}),
              IsEmpty());
}

}  // namespace
}  // namespace rooflens::models

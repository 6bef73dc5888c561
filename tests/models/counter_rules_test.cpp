#include "models/counter_rules.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

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
  return contradictions(set);
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

#include "models/gap/gap.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "tests/models/gap_of.hpp"

namespace rooflens::models {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::SizeIs;

// 12 s of which the busiest SM was active for 10 and the SMs for 8 on average; 3 GB cross a DRAM interface of 1 GB/s,
// twice what the task needs.
RoundKernel plain() { return RoundKernel().cycles(12, 10, 8).dram(3).compulsory(1.5); }

TEST(Gap, TimeOverRoofIsTheProductOfItsFactors) {
  const Gap gap = gap_of(plain()).value();
  EXPECT_DOUBLE_EQ(gap.roof.value(), 1.5);
  EXPECT_EQ(gap.roof_resource, "DRAM");
  EXPECT_TRUE(gap.compulsory);
  EXPECT_DOUBLE_EQ(gap.total, 8);
  EXPECT_DOUBLE_EQ(factor(gap, "start-up"), 1.2);
  EXPECT_DOUBLE_EQ(factor(gap, "imbalance"), 1.25);
  EXPECT_DOUBLE_EQ(factor(gap, "unexplained"), 8.0 / 3);
  EXPECT_DOUBLE_EQ(factor(gap, "clock"), 1);
  EXPECT_DOUBLE_EQ(factor(gap, "cache-traffic"), 2);
  EXPECT_DOUBLE_EQ(factor(gap, "unclassified"), 1);
  EXPECT_NEAR(product(gap), 8, 1e-12);
  EXPECT_THAT(gap.findings, IsEmpty());
}

TEST(Gap, SharesOfTheLogarithmAreStated) {
  const Gap gap = gap_of(plain()).value();
  EXPECT_NEAR(*gap.unexplained_share, std::log(8.0 / 3) / std::log(8), 1e-12);
  EXPECT_NEAR(*gap.unclassified_share, 0, 1e-12);
}

TEST(Gap, EveryFactorSaysWhichCountersAndPassItComesFrom) {
  const Gap gap = gap_of(plain()).value();
  EXPECT_THAT(gap.find("imbalance")->counters,
              ElementsAre("sm__cycles_active.max (pass 0)", "sm__cycles_active.avg (pass 0)"));
  EXPECT_THAT(gap.find("cache-traffic")->counters, ElementsAre("dram__bytes.sum (pass 0)"));
}

// DRAM takes 3 s, shared memory 2 s; repeated traffic doubles the one, a 2-way conflict the other.
TEST(Gap, BoundsTellWhatAMaximumHides) {
  const Gap gap = gap_of(plain().shared(2.0 / 32, 1.0 / 32)).value();
  const GapFactor& traffic = *gap.find("cache-traffic");
  EXPECT_DOUBLE_EQ(traffic.removed_first, 1.5);  // then shared memory is busy for 2 s
  EXPECT_DOUBLE_EQ(traffic.removed_last, 2);
  const GapFactor& conflicts = *gap.find("bank-conflicts");
  EXPECT_DOUBLE_EQ(conflicts.removed_first, 1);  // DRAM still takes 3 s
  EXPECT_DOUBLE_EQ(conflicts.removed_last, 2 / 1.5);
  EXPECT_NEAR(traffic.factor * conflicts.factor, 2, 1e-12);
  EXPECT_NEAR(product(gap), 8, 1e-12);
}

// The SMs were active for 12 s at most and 3 s on average.
TEST(Gap, WhatKeepsTheSmsIdleCannotBringMoreThanTheBusiestResourceAllows) {
  // Shared memory of the SMs is busy for 2 s on average: evened out, they work for 3 s as they are, or 2 s at its roof.
  const Gap gap = gap_of(RoundKernel().cycles(12, 12, 3).shared(2.0 / 32, 2.0 / 32)).value();
  EXPECT_DOUBLE_EQ(factor(gap, "imbalance"), 4);
  EXPECT_DOUBLE_EQ(factor(gap, "unexplained"), 1.5);
}

TEST(Gap, OneSmAloneMayDrawMoreOfDramThanItsPart) {
  // DRAM takes 6 s at its roof: spread over all SMs the kernel is no faster than that.
  const Gap gap = gap_of(RoundKernel().cycles(12, 12, 3).dram(6).compulsory(6)).value();
  const GapFactor& imbalance = *gap.find("imbalance");
  EXPECT_DOUBLE_EQ(imbalance.factor, 2);
  EXPECT_DOUBLE_EQ(imbalance.removed_first, 2);
  EXPECT_DOUBLE_EQ(imbalance.removed_last, 2);
  EXPECT_THAT(imbalance.counters, Contains("time of DRAM at its roof"));
  EXPECT_DOUBLE_EQ(factor(gap, "unexplained"), 1);
  EXPECT_NEAR(product(gap), 2, 1e-12);
  EXPECT_THAT(gap.findings, IsEmpty());
}

TEST(Gap, WithLessForDramToDoEvenSmsWouldBringMore) {
  // Four of the 6 s are traffic that the task does not need: then the mean of the SMs is what stays.
  const Gap gap = gap_of(RoundKernel().cycles(12, 12, 3).dram(6).compulsory(2)).value();
  EXPECT_DOUBLE_EQ(factor(gap, "imbalance"), 2);
  EXPECT_DOUBLE_EQ(gap.find("imbalance")->removed_last, 4);
}

TEST(Gap, ARoofThatTakesLongerThanTheBusiestSmIsStillAContradiction) {
  const Gap gap = gap_of(RoundKernel().cycles(12, 10, 3).dram(11).compulsory(11)).value();
  EXPECT_DOUBLE_EQ(factor(gap, "imbalance"), 1);
  EXPECT_DOUBLE_EQ(factor(gap, "unexplained"), 10.0 / 11);
  EXPECT_THAT(gap.findings, SizeIs(1));
}

TEST(Gap, ALowClockCostsWhatRunsOnTheSm) {
  RoundKernel kernel;
  kernel.cycles(12, 12, 12).arithmetic(0, 0, 2).observation().clocks_during.sm = Hertz(0.5e9);
  kernel.compulsory(1).observation().work->operations[Precision::fp32] = Operations(4e9);
  const Gap gap = gap_of(kernel).value();
  EXPECT_DOUBLE_EQ(gap.roof.value(), 4);
  EXPECT_DOUBLE_EQ(factor(gap, "clock"), 2);
  EXPECT_DOUBLE_EQ(gap.find("clock")->removed_first, 2);  // although DRAM and FP32 as they run allow 1.5
  EXPECT_DOUBLE_EQ(factor(gap, "unexplained"), 1.5);
  EXPECT_THAT(gap.find("clock")->counters, ElementsAre(HasSubstr("the driver")));
}

TEST(Gap, HostGapsAreNotKnown) { EXPECT_TRUE(missing(gap_of(plain()).value(), "launch")); }

TEST(Gap, AMissingCounterMergesOnlyItsOwnFactorAndIsNamed) {
  RoundKernel kernel = RoundKernel().dram(3).compulsory(1.5);
  kernel.count("sm__cycles_active.max", 10).count("sm__cycles_active.avg", 8);
  const Gap gap = gap_of(kernel).value();
  ASSERT_TRUE(missing(gap, "start-up"));
  EXPECT_EQ(missing(gap, "start-up")->merged_into, "unexplained");
  EXPECT_THAT(missing(gap, "start-up")->counters, ElementsAre("sm__cycles_elapsed.max"));
  EXPECT_DOUBLE_EQ(factor(gap, "imbalance"), 1.25);
  EXPECT_DOUBLE_EQ(factor(gap, "unexplained"), 12 / 1.25 / 3);
  EXPECT_NEAR(product(gap), 8, 1e-12);
}

TEST(Gap, InefficienciesWithoutCountersStayInWhatIsNotClassified) {
  const Gap gap = gap_of(plain()).value();
  ASSERT_TRUE(missing(gap, "divergence"));
  EXPECT_EQ(missing(gap, "divergence")->merged_into, "unclassified");
  EXPECT_THAT(missing(gap, "divergence")->counters, Contains("smsp__sass_inst_executed.sum"));
  EXPECT_FALSE(gap.find("divergence"));
}

TEST(Gap, WithoutAFormulaTheRoofIsOfMeasuredDemandWithoutKnownWaste) {
  const Gap gap = gap_of(RoundKernel().cycles(12, 12, 12).dram(1).shared(0.125, 0.0625)).value();
  EXPECT_FALSE(gap.compulsory);
  EXPECT_DOUBLE_EQ(gap.roof.value(), 2);  // shared memory without its 2-way conflict
  EXPECT_EQ(gap.roof_resource, "Shared");
  EXPECT_DOUBLE_EQ(factor(gap, "bank-conflicts"), 2);
  EXPECT_FALSE(gap.find("unclassified"));
  EXPECT_EQ(missing(gap, "divergence")->merged_into, "roof");
  EXPECT_NEAR(product(gap), 6, 1e-12);
}

TEST(Gap, ExcessWorkThatNoCounterExplainsIsUnclassified) {
  // L1 moves 24 GB at 4 GB/s for a task of 1.5 s, all of it asked for.
  const Gap gap = gap_of(plain().count("l1tex__t_bytes.sum", 24)).value();
  EXPECT_DOUBLE_EQ(factor(gap, "unclassified"), 4);
  EXPECT_EQ(gap.unclassified_resource, RoofResource(Level::l1));
  EXPECT_NEAR(product(gap), 8, 1e-12);
}

TEST(Gap, ARangeAroundTheLaunchAddsCyclesThatAreNotTheKernels) {
  // 15 k cycles elapsed in the range, of which a launch takes 700 beside those of its SMs, whatever time it took.
  RoundKernel kernel = plain().cycles(15e-6, 10e-6, 8e-6).count("sm__cycles_elapsed.avg.per_second", 1);
  kernel.observation().replay = Replay::user;
  EXPECT_DOUBLE_EQ(factor(gap_of(kernel).value(), "start-up"), 1.07);
  kernel.observation().replay = Replay::kernel;
  EXPECT_DOUBLE_EQ(factor(gap_of(kernel).value(), "start-up"), 1.5);
}

TEST(Gap, FewBlocksTakeLessBesideTheirSmsAndMuchSharedMemoryMore) {
  RoundKernel kernel = plain().cycles(15e-6, 10e-6, 8e-6).count("sm__cycles_elapsed.avg.per_second", 1);
  kernel.observation().replay = Replay::user;
  kernel.machine().device.sm_count = 2;  // and one block
  EXPECT_DOUBLE_EQ(factor(gap_of(kernel).value(), "start-up"), 1.045);
  kernel.observation().launches.front().dynamic_shared_bytes = 200'000;
  EXPECT_DOUBLE_EQ(factor(gap_of(kernel).value(), "start-up"), 1.14);
}

TEST(Gap, WithoutThatClockCyclesOfARangeAreNotTaken) {
  RoundKernel kernel = plain();
  kernel.observation().replay = Replay::rotate;
  const Gap gap = gap_of(kernel).value();
  ASSERT_TRUE(missing(gap, "start-up"));
  EXPECT_THAT(missing(gap, "start-up")->counters, ElementsAre("sm__cycles_elapsed.avg.per_second"));
}

TEST(Gap, CyclesOfDifferentPassesAreNoFactorAndAFindingNamesThePasses) {
  const Gap gap = gap_of(plain().count("sm__cycles_active.avg", 8, 3)).value();
  EXPECT_FALSE(gap.find("imbalance"));
  ASSERT_THAT(gap.findings, SizeIs(1));
  EXPECT_THAT(gap.findings[0].cause, HasSubstr("sm__cycles_active.avg (pass 3)"));
  EXPECT_EQ(gap.findings[0].topic, "contradictory-counters");
  EXPECT_NEAR(product(gap), 8, 1e-12);
}

TEST(Gap, AMeanAboveItsMaximumIsNoFactor) {
  const Gap gap = gap_of(plain().cycles(12, 10, 11)).value();
  EXPECT_FALSE(gap.find("imbalance"));
}

TEST(Gap, AnExecutionThatTookLongerUnderCountersIsSaid) {
  RoundKernel kernel = plain().cycles(20, 15, 15).count("sm__cycles_elapsed.avg.per_second", 1);
  kernel.observation().replay = Replay::user;
  const Gap gap = gap_of(kernel).value();
  ASSERT_THAT(gap.findings, SizeIs(1));
  EXPECT_THAT(gap.findings[0].cause, HasSubstr("125.0 % of the cycles of the median time"));
  EXPECT_THAT(gap_of(kernel.cycles(20, 12.5, 12.5)).value().findings, IsEmpty());  // 4 % longer
}

// DRAM needs 10 s of 12, of which the busiest SM was active for 8.
TEST(Gap, AFactorBelowOneIsReportedNotClipped) {
  const Gap gap = gap_of(RoundKernel().cycles(12, 8, 8).dram(10).compulsory(10)).value();
  EXPECT_DOUBLE_EQ(factor(gap, "unexplained"), 0.8);
  ASSERT_THAT(gap.findings, SizeIs(1));
  EXPECT_EQ(gap.findings[0].topic, "factor-below-one");
  EXPECT_THAT(gap.findings[0].cause, HasSubstr("unexplained is 0.80"));
}

TEST(Gap, WhatNeedsMoreThanTheTimeAtARoofHasNone) {
  EXPECT_FALSE(gap_of(RoundKernel().cycles(12, 12, 12).dram(15).compulsory(15)));  // 15 s at the roof, in 12 s
}

TEST(Gap, TrafficThatAnotherCacheServedLeavesLessThanTheRoof) {
  const Gap gap = gap_of(RoundKernel().cycles(12, 12, 12).dram(1).compulsory(2)).value();
  EXPECT_DOUBLE_EQ(factor(gap, "unclassified"), 0.5);
  ASSERT_THAT(gap.findings, SizeIs(1));
  EXPECT_THAT(gap.findings[0].consequence, HasSubstr("cache"));
}

TEST(Gap, UncoalescedAccessesMayAlsoHaveCausedDramTraffic) {
  // Half of the sectors was not asked for. If that half came from DRAM, DRAM would be left with 4 of 8 s.
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(8).compulsory(2);
  kernel.count("l1tex__t_bytes.sum", 8).count("lts__t_sectors_srcunit_tex.sum", 0.25).global(0, 0, 4, 0.25);
  const Gap gap = gap_of(kernel).value();
  const GapFactor& coalescing = *gap.find("coalescing");
  EXPECT_DOUBLE_EQ(coalescing.removed_first, 1);
  EXPECT_DOUBLE_EQ(coalescing.at_best.value(), 2);
}

TEST(Gap, TheProductClosesForAnyCounters) {
  std::mt19937_64 random(7);
  const auto between = [&](double low, double high) {
    return std::uniform_real_distribution<double>(low, high)(random);
  };
  int gaps = 0;
  for (int trial = 0; trial < 2000; ++trial) {
    RoundKernel kernel;
    const double active = between(4, 12), warps = between(1, 40);
    kernel.cycles(between(active, 14), active, between(1, active)).dram(between(1, 12));
    kernel.instructions(warps, between(8, 32) * warps, between(1, 8) * warps);
    kernel.arithmetic(between(0, 0.3) * warps, between(0, 0.3) * warps, between(0, 0.3) * warps);
    const double wavefronts = between(0.01, 0.4);
    kernel.shared(wavefronts, between(0.1, 1) * wavefronts);
    const double loads = between(0.1, 10), stores = between(0.1, 10);
    kernel.global(between(0, loads), loads / 32, between(0, stores), stores / 32);
    kernel.count("l1tex__t_bytes.sum", loads + stores);
    kernel.count("lts__t_sectors_srcunit_tex.sum", (stores + between(0, loads)) / 32);
    kernel.count("smsp__sass_inst_executed_op_global_ld.sum", 0.01)
        .count("smsp__sass_inst_executed_op_global_st.sum", 0.01);
    kernel.count("smsp__sass_inst_executed_op_local_ld.sum", 0.01)
        .count("smsp__sass_inst_executed_op_local_st.sum", 0.01);
    kernel.observation().clocks_during.sm = Hertz(between(0.3e9, 1e9));
    if (trial % 3 > 0) kernel.compulsory(between(0.1, 5));
    const std::optional<Gap> found_gap = gap_of(kernel);
    if (!found_gap) continue;  // its demand does not fit into the time
    ++gaps;
    const Gap& gap = *found_gap;
    EXPECT_NEAR(product(gap) / gap.total, 1, 1e-12);
    for (const InefficiencyInfo& entry : kInefficiencyTable) {
      const GapFactor* found = gap.find(entry.id);
      EXPECT_TRUE(!found || found->factor >= 1 - 1e-12) << entry.id;
    }
  }
  EXPECT_GT(gaps, 300);
}

TEST(Gap, WithoutTimeOrRoofsOrForRangesThereIsNone) {
  RoundKernel untimed = plain();
  untimed.observation().durations.clear();
  EXPECT_FALSE(gap_of(untimed));
  RoundKernel roofless = plain();
  roofless.machine().ceilings = {};
  EXPECT_FALSE(gap_of(roofless));
  RoundKernel range = plain();
  range.observation().scope = Scope::range;
  EXPECT_FALSE(gap_of(range));
  EXPECT_FALSE(gap_of(RoundKernel()));
}

}  // namespace
}  // namespace rooflens::models

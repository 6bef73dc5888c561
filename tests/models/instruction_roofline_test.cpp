#include "models/place/instruction_roofline.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "tests/models/round_kernel.hpp"

namespace rooflens::models {
namespace {

std::optional<InstructionRoofline> of(RoundKernel kernel) {
  return instruction_roofline(kernel.observation(), kernel.observation().counters, kernel.machine(), Seconds(2));
}

const InstructionPoint& at(const InstructionRoofline& roofline, Level level) {
  return *std::find_if(roofline.points.begin(), roofline.points.end(), [&](const auto& p) { return p.level == level; });
}

TEST(InstructionRoofline, TheThreeHeightsAreIssuedActiveAndSwitchedOn) {
  RoundKernel kernel = RoundKernel().instructions(8, 128, 64);
  const auto roofline = of(kernel).value();
  EXPECT_DOUBLE_EQ(roofline.peak->value(), 4e9);  // one SM, four schedulers, 1 GHz
  EXPECT_DOUBLE_EQ(roofline.heights.issued.value(), 4e9);
  EXPECT_DOUBLE_EQ(roofline.heights.active->value(), 2e9);
  EXPECT_DOUBLE_EQ(roofline.heights.predicated_on->value(), 1e9);
}

TEST(InstructionRoofline, MonitorsCountWherePatchedCodeDidNot) {
  RoundKernel kernel = RoundKernel().count("smsp__inst_executed.sum", 8).count("smsp__thread_inst_executed.sum", 128);
  const auto roofline = of(kernel).value();
  EXPECT_DOUBLE_EQ(roofline.heights.issued.value(), 4e9);
  EXPECT_DOUBLE_EQ(roofline.heights.active->value(), 2e9);
  EXPECT_FALSE(roofline.heights.predicated_on);
}

TEST(InstructionRoofline, EachLevelHasItsOwnTransactions) {
  RoundKernel kernel = RoundKernel().instructions(8, 256, 256).dram(32).shared(4, 4);
  kernel.count("l1tex__t_bytes.sum", 128).count("lts__t_sectors_srcunit_tex.sum", 2);
  const auto roofline = of(kernel).value();
  ASSERT_EQ(roofline.points.size(), 4u);
  EXPECT_DOUBLE_EQ(at(roofline, Level::shared).instructions_per_transaction, 2);
  EXPECT_DOUBLE_EQ(at(roofline, Level::l1).instructions_per_transaction, 2);
  EXPECT_DOUBLE_EQ(at(roofline, Level::l2).instructions_per_transaction, 4);
  EXPECT_DOUBLE_EQ(at(roofline, Level::dram).instructions_per_transaction, 8);
  EXPECT_DOUBLE_EQ(at(roofline, Level::dram).transactions.value(), 0.5e9);
  EXPECT_DOUBLE_EQ(at(roofline, Level::dram).ceiling->value(), 1e9 / 32);
  EXPECT_DOUBLE_EQ(at(roofline, Level::shared).ceiling->value(), 4e9 / 128);
}

TEST(InstructionRoofline, FromHopperOnL1AndSharedMemoryAreThoseOfTheLsuOnly) {
  RoundKernel kernel = RoundKernel().instructions(8, 256, 256).dram(32).count("l1tex__t_bytes.sum", 128);
  EXPECT_TRUE(at(*of(kernel), Level::l1).lsu_only);
  EXPECT_FALSE(at(*of(kernel), Level::dram).lsu_only);
  kernel.machine().device.compute_capability = {8, 9};
  EXPECT_FALSE(at(*of(kernel), Level::l1).lsu_only);
}

TEST(InstructionRoofline, CoalescedFloatsLieOnTheirWallAndColumnsOnTheWorst) {
  RoundKernel rows = RoundKernel().instructions(8, 256, 256).global(128, 4, 0, 0);
  rows.count("smsp__sass_inst_executed_op_global_ld.sum", 1).count("smsp__sass_inst_executed_op_global_st.sum", 0);
  EXPECT_DOUBLE_EQ(of(rows)->global->instructions_per_transaction, global_walls()[1].instructions_per_transaction);
  EXPECT_DOUBLE_EQ(of(rows)->global->rate.value(), 0.5e9);
  RoundKernel columns = rows.global(128, 32, 0, 0);
  EXPECT_DOUBLE_EQ(of(columns)->global->instructions_per_transaction, global_walls()[4].instructions_per_transaction);
}

TEST(InstructionRoofline, ConflictsLieOnTheWallOfTheirWays) {
  RoundKernel kernel = RoundKernel().instructions(8, 256, 256).shared(4, 1);
  EXPECT_DOUBLE_EQ(of(kernel)->shared->instructions_per_transaction, conflict_wall(4).value());
}

TEST(InstructionRoofline, MoreThanThirtyTwoWavefrontsAnAccessAreOfAtomicsOrMatrixUnits) {
  EXPECT_TRUE(of(RoundKernel().instructions(8, 256, 256).shared(32, 1))->shared);
  EXPECT_FALSE(of(RoundKernel().instructions(8, 256, 256).shared(33, 1))->shared);
}

// A broadcast, unit stride with words of 4, 8 and 16 bytes, and a sector of 32 bytes for each of 32 lanes.
TEST(InstructionRoofline, WallsAreOneAccessOverItsSectors) {
  std::vector<double> sectors;
  for (const AccessWall& wall : global_walls()) sectors.push_back(1 / wall.instructions_per_transaction);
  EXPECT_EQ(sectors, (std::vector<double>{1, 4, 8, 16, 32}));
}

TEST(InstructionRoofline, ThereIsNoWallBeyondThirtyTwoWays) {
  EXPECT_DOUBLE_EQ(*conflict_wall(1), 1);
  EXPECT_DOUBLE_EQ(*conflict_wall(32), 1.0 / 32);
  EXPECT_FALSE(conflict_wall(0));
  EXPECT_FALSE(conflict_wall(33));
}

// V100: 80 SMs at 1.53 GHz issue 489.6 G warp instructions per second.
TEST(InstructionRoofline, ThePeakOfAV100IsThePublishedOne) {
  RoundKernel kernel = RoundKernel().instructions(1, 32, 32);
  kernel.machine().device.sm_count = 80;
  kernel.observation().clocks_during.sm = megahertz(1530);
  EXPECT_NEAR(of(kernel)->peak->value(), 489.6e9, 1);
}

TEST(InstructionRoofline, WithoutCountedInstructionsOrTimeThereIsNone) {
  RoundKernel uncounted = RoundKernel().dram(1);
  EXPECT_FALSE(of(uncounted));
  RoundKernel counted = RoundKernel().instructions(1, 32, 32);
  EXPECT_FALSE(
      instruction_roofline(counted.observation(), counted.observation().counters, counted.machine(), Seconds(0)));
  EXPECT_FALSE(of(counted)->global);
  EXPECT_FALSE(of(counted)->shared);
  counted.machine().device.sm_count = 0;
  EXPECT_FALSE(of(counted)->peak);
}

}  // namespace
}  // namespace rooflens::models

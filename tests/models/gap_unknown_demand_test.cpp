// Gaps of kernels of which it is not known how busy a resource was, or how fast it can be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "models/find/findings.hpp"
#include "tests/models/gap_of.hpp"

namespace rooflens::models {
namespace {

using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const std::string kTensor(kTensorActivity);

// DRAM takes 3 of 12 s; the tensor pipe moved, and whether for matrix work was not counted.
RoundKernel may_be_matrix_work() { return RoundKernel().cycles(12, 12, 8).dram(3).count(kTensor, 1); }

TEST(GapOfUnknownDemand, MatrixWorkThatNobodyCountedMayBeWhatLooksLikeLatency) {
  const Gap gap = gap_of(may_be_matrix_work()).value();
  EXPECT_DOUBLE_EQ(factor(gap, "imbalance"), 1.5);
  EXPECT_DOUBLE_EQ(factor(gap, "unexplained"), 8.0 / 3);
  EXPECT_TRUE(gap.find("unexplained")->at_most);
  EXPECT_FALSE(gap.predicted) << "what may have taken the time is not in it";
  EXPECT_TRUE(gap.at_most);
  ASSERT_TRUE(missing(gap, "demand-tensor"));
  EXPECT_EQ(missing(gap, "demand-tensor")->merged_into, "unexplained");
  EXPECT_THAT(missing(gap, "demand-tensor")->counters, ElementsAre(std::string(kHalfOnTensorPipe)));
  EXPECT_NEAR(product(gap), 4, 1e-12);
}

TEST(GapOfUnknownDemand, TheRoofOfATaskHoldsWhateverWasNotCounted) {
  RoundKernel kernel = may_be_matrix_work().compulsory(3);
  EXPECT_TRUE(gap_of(kernel)->at_most) << "of bytes alone: its arithmetic is what was not counted";
  kernel.observation().work->requested = kernel.observation().work->compulsory;
  const Gap gap = gap_of(kernel).value();
  EXPECT_DOUBLE_EQ(gap.total, 4);
  EXPECT_FALSE(gap.at_most);
  EXPECT_TRUE(gap.find("unexplained")->at_most);
}

// Where a formula tells bytes alone, the arithmetic that was counted is the task's too, on full warps: 6 s of FP64
// beside 1 s of DRAM.
TEST(GapOfUnknownDemand, ATaskOfWhichOnlyBytesAreKnownHoldsTheArithmeticThatWasCounted) {
  RoundKernel kernel;
  kernel.instructions(1.5, 24, 24).arithmetic(0, 0, 0).count("smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 12);
  kernel.machine().ceilings.compute.push_back(
      {Precision::fp64, OperationRate(4e9), kernel.machine().ceilings.compute.front().origin});
  kernel.dram(1).compulsory(1);
  const Analysis analysis = kernel.analysis();
  const AnalysedKernel& placed = analysis.machines.front().kernels.front();
  ASSERT_TRUE(placed.explanation.gap.has_value());
  EXPECT_EQ(placed.explanation.gap->roof_resource, "FP64");
  EXPECT_DOUBLE_EQ(placed.explanation.gap->roof.value(), 6);
  EXPECT_DOUBLE_EQ(placed.explanation.gap->find("unclassified")->factor, 1);
  EXPECT_EQ(placed.percent_of_roof->roof, "FP64");
}

TEST(GapOfUnknownDemand, ATensorPipeThatWorkedLessThanDramChangesNothing) {
  constexpr auto kBusy = "sm__pipe_tensor_cycles_active.avg.pct_of_peak_sustained_active";
  // 30 % of the 8 s in which SMs were active are 2.4 s; 40 % are 3.2 s.
  const Gap less = gap_of(may_be_matrix_work().count(kBusy, 30e-9).idle()).value();
  EXPECT_FALSE(missing(less, "demand-tensor"));
  EXPECT_TRUE(missing(gap_of(may_be_matrix_work().count(kBusy, 40e-9).idle()).value(), "demand-tensor"));
}

TEST(GapOfUnknownDemand, MatrixWorkOfUnknownFormatNamesTheCountersOfAllFormats) {
  RoundKernel kernel = may_be_matrix_work().count(std::string(kHalfOnTensorPipe), 0);
  const Gap gap = gap_of(kernel).value();
  ASSERT_TRUE(missing(gap, "demand-tensor"));
  EXPECT_THAT(missing(gap, "demand-tensor")->counters, Contains("sm__ops_path_tensor_src_bf16_dst_fp32.sum"));
}

// 3 s of DRAM, and FP64 that nobody knows a roof of.
TEST(GapOfUnknownDemand, ArithmeticWithoutARoofMayTakeAllTheTime) {
  RoundKernel measured = RoundKernel().cycles(12, 12, 12).dram(3);
  measured.count("smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", 1, 1)
      .count("smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", 0, 1)
      .count("smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 0, 1);
  const Gap of_demand = gap_of(measured).value();
  EXPECT_TRUE(of_demand.at_most);
  EXPECT_TRUE(of_demand.find("unexplained")->at_most);
  ASSERT_TRUE(missing(of_demand, "demand-fp64"));
  EXPECT_THAT(missing(of_demand, "demand-fp64")->reason, HasSubstr("no roof is known"));
  EXPECT_FALSE(measured.analysis().machines.front().kernels.front().percent_of_roof);

  RoundKernel task = measured.compulsory(3);
  task.observation().work->operations[Precision::fp64] = Operations(1e9);
  const Gap of_task = gap_of(task).value();
  EXPECT_TRUE(of_task.at_most);
  EXPECT_TRUE(of_task.find("unclassified")->at_most);
  EXPECT_FALSE(task.analysis().machines.front().kernels.front().percent_of_roof);
}

// 10 G integer operations in 12 s, on pipes that do 2 G a second, and `rate` where they multiply.
RoundKernel with_imad(double rate) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(3);
  CeilingOrigin origin;
  origin.clock = Hertz(1e9);
  kernel.machine().ceilings.compute.push_back({Precision::int32, OperationRate(2e9), origin});
  kernel.machine().ceilings.instruction.push_back({Pipe::imad, OperationRate(rate), origin});
  return kernel.count("smsp__sass_thread_inst_executed_op_integer_pred_on.sum", 10, 1);
}

// 5 s of all pipes together, 10 of 12 s if all of them multiply.
TEST(GapOfUnknownDemand, IntegerWorkMayFillThePipeThatMultiplies) {
  const Gap gap = gap_of(with_imad(1e9)).value();
  ASSERT_TRUE(missing(gap, "demand-imad"));
  EXPECT_THAT(missing(gap, "demand-imad")->reason, HasSubstr("busy for 83 % of the time"));
  EXPECT_TRUE(gap.find("unexplained")->at_most);
  EXPECT_FALSE(missing(gap_of(with_imad(2e9)).value(), "demand-imad"));  // 5 s are too few to matter
}

// 10 G warp instructions in 12 s, on a pipe for loads that takes 1 G a second. What other pipes executed was no load.
TEST(GapOfUnknownDemand, WhatOtherPipesExecutedFillsNoLoadPipe) {
  const auto with_other = [](double of_alu, double of_fma) {
    RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(3).instructions(10, 320, 320).arithmetic(0, 0, 0);
    kernel.machine().ceilings.instruction.push_back({Pipe::lsu, OperationRate(1e9), {}});
    return kernel.count("sm__inst_executed_pipe_alu.sum", of_alu).count("sm__inst_executed_pipe_fmaheavy.sum", of_fma);
  };
  EXPECT_TRUE(missing(gap_of(with_other(1, 1)).value(), "demand-lsu"));
  EXPECT_FALSE(missing(gap_of(with_other(2, 2)).value(), "demand-lsu")) << "6 of 12 s are too few to matter";
}

TEST(GapOfUnknownDemand, AFindingSaysWhyTheBoundIsUnknown) {
  RoundKernel kernel = with_imad(1e9).idle().instructions(1, 32, 32).count("smsp__inst_executed.sum", 1);
  const Analysis analysis = kernel.analysis();
  const Placement& placed = analysis.machines.front().kernels.front();
  ASSERT_EQ(placed.binding, Binding::unknown);
  const std::vector<Finding> findings = kernel_findings(placed);
  const auto found =
      std::find_if(findings.begin(), findings.end(), [](const Finding& f) { return f.topic == "unknown-bound"; });
  ASSERT_NE(found, findings.end());
  EXPECT_THAT(found->cause, HasSubstr("integer multiply-adds"));
}

}  // namespace
}  // namespace rooflens::models

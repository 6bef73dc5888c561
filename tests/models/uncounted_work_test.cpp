// Formats that were to be counted and were not: what was counted is not all there was.
#include "models/place/uncounted_work.hpp"

#include <gtest/gtest.h>

#include "tests/models/round_kernel.hpp"

namespace rooflens::models {
namespace {

constexpr const char* kDouble[] = {"smsp__sass_thread_inst_executed_op_dadd_pred_on.sum",
                                   "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum",
                                   "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum"};

// 1 G of FP32 operations in 12 s, 3 GB from DRAM: both roofs are 1 G/s.
RoundKernel single() {
  RoundKernel kernel;
  kernel.machine().ceilings.compute.push_back(
      {Precision::fp64, OperationRate(1e9), kernel.machine().ceilings.compute.front().origin});
  kernel.count("smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 1)
      .count("smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 0)
      .count("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 0)
      .count("dram__bytes.sum", 3);
  return kernel;
}

RoundKernel without_double(RoundKernel kernel) {
  for (const char* counter : kDouble) kernel.observation().refused.push_back({counter, "no turn"});
  return kernel;
}

TEST(UncountedWork, OfAFormatNobodyAskedForIsNone) {
  const RoundKernel kernel = single();
  const Analysis analysis = analyse(kernel.recording);
  const AnalysedKernel& result = analysis.machines[0].kernels[0];
  EXPECT_EQ(result.flops.value().value(), 1e9);
  EXPECT_EQ(result.precision, Precision::fp32);
  EXPECT_EQ(result.percent_of_roof.value().fraction, 0.25);
}

TEST(UncountedWork, OfALostFormatMakesRatesAndSharesUnknown) {
  const RoundKernel kernel = without_double(single());
  const Analysis analysis = analyse(kernel.recording);
  const AnalysedKernel& result = analysis.machines[0].kernels[0];
  EXPECT_FALSE(result.flops) << "there may have been any number of FP64 operations";
  EXPECT_FALSE(result.flop_rate);
  EXPECT_FALSE(result.precision);
  EXPECT_FALSE(result.percent_of_roof) << "the FP64 pipe may have been busier than DRAM";
  EXPECT_FALSE(has_no_flops(result));
}

// 0.0005 G warp instructions are 0.032 G FP64 operations at most: 3 % of those counted, 0.032 s of 12.
TEST(UncountedWork, ThatWarpInstructionsBoundIsNoLoss) {
  RoundKernel kernel = without_double(single());
  kernel.count("smsp__sass_inst_executed.sum", 0.0005);
  const Analysis analysis = analyse(kernel.recording);
  const AnalysedKernel& result = analysis.machines[0].kernels[0];
  EXPECT_EQ(most_operations(result, Precision::fp64).value().value(), 0.0005e9 * 32 * 2);
  EXPECT_EQ(result.flops.value().value(), 1e9);
  EXPECT_EQ(result.percent_of_roof.value().fraction, 0.25);
}

TEST(UncountedWork, IsToldByAFormula) {
  RoundKernel kernel = without_double(single());
  kernel.observation().work = Work{};
  kernel.observation().work->operations[Precision::fp32] = Operations(1e9);
  const Analysis analysis = analyse(kernel.recording);
  EXPECT_EQ(analysis.machines[0].kernels[0].flops.value().value(), 1e9);
}

TEST(HasNoFlops, TakesCountersOfEveryFormatThatWasAskedFor) {
  RoundKernel kernel = single();
  kernel.count("smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", 0);
  EXPECT_TRUE(has_no_flops(analyse(kernel.recording).machines[0].kernels[0]));
  EXPECT_FALSE(has_no_flops(analyse(without_double(kernel).recording).machines[0].kernels[0]));
}

}  // namespace
}  // namespace rooflens::models

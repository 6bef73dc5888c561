#include "models/explain/hints.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "models/advise/advice_formats.hpp"
#include "tests/models/round_kernel.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;
using ::testing::IsNull;

// Of the kernel's findings.
class Hints : public ::testing::Test {
 protected:
  const Finding* find(const RoundKernel& kernel, std::string_view topic) {
    analysis_ = kernel.analysis();
    const auto& all = analysis_.machines.front().kernels.front().findings;
    const auto it = std::find_if(all.begin(), all.end(), [&](const Finding& f) { return f.topic == topic; });
    return it == all.end() ? nullptr : &*it;
  }
  Analysis analysis_;
};

// 8 of 12 s at the FP32 roof of 1 GFLOP/s, all fused.
RoundKernel multiplying(double fused = 4, double add = 0) {
  RoundKernel kernel = RoundKernel().dram(0.1).arithmetic(add, 0, fused);
  kernel.machine().ceilings.compute.push_back({Precision::tensor_tf32, OperationRate(8e9), {}});
  return kernel;
}

TEST_F(Hints, NameTensorCoresWhereFp32IsTheRoofOfFusedArithmetic) {
  const Finding* hint = find(multiplying(), kTensorHint);
  ASSERT_TRUE(hint);
  EXPECT_TRUE(is_hint(*hint));
  EXPECT_THAT(hint->cause, HasSubstr("100 % of its FP32 arithmetic is fused"));
  EXPECT_THAT(hint->consequence, HasSubstr("TF32 tensor is 8.00× that of FP32"));
}

TEST_F(Hints, NameTensorCoresOnlyWhereTheirRoofIsKnownAndHigher) {
  RoundKernel kernel = multiplying();
  kernel.machine().ceilings.compute.back().rate = OperationRate(1e9);
  EXPECT_THAT(find(kernel, kTensorHint), IsNull());
  kernel.machine().ceilings.compute.pop_back();
  EXPECT_THAT(find(kernel, kTensorHint), IsNull());
}

TEST_F(Hints, NameTensorCoresNeitherForSumsNorWhereMemoryIsTheRoof) {
  EXPECT_THAT(find(multiplying(1, 4), kTensorHint), IsNull());
  EXPECT_THAT(find(multiplying().dram(10), kTensorHint), IsNull());
}

// 1 of 10 instructions is FP64 arithmetic, whose roof is half as high; then FP32 as much.
TEST_F(Hints, SayWhatFp64Costs) {
  RoundKernel kernel = RoundKernel().dram(0.1).arithmetic(0, 0, 0).instructions(0.3125, 10, 10).shared(0, 0);
  kernel.count("smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 1, 1);
  kernel.machine().ceilings.compute.push_back({Precision::fp64, OperationRate(5e8), {}});
  const Finding* hint = find(kernel, kDoubleHint);
  ASSERT_TRUE(hint);
  EXPECT_EQ(hint->cause, "10 % of its instructions are FP64 arithmetic.");
  EXPECT_THAT(hint->consequence, HasSubstr("its roof is 2.00× as high"));
  hint = find(kernel.count("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 1, 1), kDoubleHint);
  ASSERT_TRUE(hint);
  EXPECT_THAT(hint->remedy, HasSubstr("constants without an f"));
  EXPECT_THAT(find(RoundKernel(kernel).dram(10), kDoubleHint), IsNull()) << "DRAM is its roof";
  EXPECT_THAT(find(kernel.count("smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 0.1, 1), kDoubleHint), IsNull());
}

std::vector<Advice> advice_of(const RoundKernel& kernel) {
  return kernel.analysis().machines.front().kernels.front().explanation.advice;
}

// 10 of 12 s at an FP64 roof of 0.5 G/s, beside FP32.
RoundKernel doubles() {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(3).idle().arithmetic(0, 0, 1).instructions(0.3125, 10, 10);
  kernel.count("smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 2.5, 1);
  kernel.machine().ceilings.compute.push_back({Precision::fp64, OperationRate(5e8), {}});
  return kernel;
}

// With conversions between formats it is advice: without FP64 DRAM takes 3 s.
TEST_F(Hints, AdviseFp32WhereConversionsSayThatFp64MayNotBeMeant) {
  RoundKernel kernel = doubles();
  const auto advised = [](const RoundKernel& round) {
    const auto advice = advice_of(round);
    const auto it = std::ranges::find(advice, kDoubleHint, &Advice::id);
    return it == advice.end() ? 0 : it->gain_high;
  };
  EXPECT_EQ(advised(kernel), 0);
  kernel.count("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 0.8, 1);
  EXPECT_DOUBLE_EQ(advised(kernel), 4);
  RoundKernel converting = RoundKernel(kernel).count("sm__inst_executed_pipe_xu.sum", 0.8 / 32, 1);
  converting.machine().ceilings.instruction.push_back({Pipe::sfu, OperationRate(0.8e9 / 9), {}});
  EXPECT_DOUBLE_EQ(advised(converting), 4) << "9 s of conversions go with FP64";
  // 5 and 3.2 s of FP64: below 60 % of any roof it has to take 30 % of the time, and no memory more than it.
  const auto of = [&](double fused) {
    return RoundKernel(kernel).count("smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", fused, 1);
  };
  EXPECT_DOUBLE_EQ(advised(of(1.25)), 4);
  EXPECT_EQ(advised(of(0.8)), 0);
  EXPECT_EQ(advised(of(1.25).dram(6)), 0) << "DRAM takes 6 s";
  EXPECT_THAT(find(kernel, kDoubleHint), IsNull());
}

TEST_F(Hints, AdviseFp32BeforeTensorCoresOfFp64) {
  RoundKernel kernel = doubles();
  kernel.machine().ceilings.compute.push_back({Precision::tensor_fp64, OperationRate(1e9), {}});
  const auto first = [](const RoundKernel& round) {
    const auto advice = advice_of(round);
    return advice.empty() ? "" : std::string(advice.front().id);
  };
  EXPECT_EQ(first(kernel), kTensorHint);
  EXPECT_EQ(first(kernel.count("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 0.8, 1)), kDoubleHint);
}

// 8 of 12 s at an FP16 roof of 1 GFLOP/s, all fused, and 0.1 G of 1 G instructions load; tensor cores do 8 GFLOP/s.
RoundKernel halves(double loads = 0.1) {
  RoundKernel kernel = RoundKernel().dram(0.1).arithmetic(0, 0, 0).instructions(1, 32, 32).shared(loads, loads);
  kernel.count("smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", 2, 1);
  kernel.count("smsp__sass_inst_executed_op_global_ld.sum", 0, 1);
  kernel.machine().ceilings.compute.push_back({Precision::fp16, OperationRate(1e9), {}});
  kernel.machine().ceilings.compute.push_back({Precision::tensor_fp16, OperationRate(8e9), {}});
  return kernel;
}

TEST_F(Hints, ProductsThatTensorCoresTakeInTheSameFormatAreAdvisedOn) {
  const auto has = [](const Advice& a) { return a.id == "tensor-cores"; };
  const auto advice = advice_of(halves());
  const auto tensor = std::find_if(advice.begin(), advice.end(), has);
  ASSERT_NE(tensor, advice.end());
  EXPECT_DOUBLE_EQ(tensor->gain_low, 1);
  EXPECT_DOUBLE_EQ(tensor->gain_high, 12) << "8 G operations in 1 s, of 12";
  EXPECT_THAT(tensor->evidence, HasSubstr("the roof of FP16 tensor is 8.00× as high"));
  const auto loop = advice_of(halves(0.01));
  EXPECT_EQ(std::count_if(loop.begin(), loop.end(), has), 0)
      << "what works on its registers alone multiplies no matrices";
}

// FP16 takes 8 of 8.2 s, so that to go without FP64 saves less than is worth a sentence.
TEST_F(Hints, AdviseTensorCoresBesideALittleFp64) {
  RoundKernel kernel = halves().cycles(8.2, 8.2, 8.2);
  kernel.observation().durations = {Seconds(8.2)};
  kernel.count("smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", 1, 1);
  kernel.count("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 1, 1);
  kernel.count("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 1, 1);
  kernel.machine().ceilings.compute.push_back({Precision::fp64, OperationRate(4e8), {}});
  const auto advice = advice_of(kernel);
  EXPECT_EQ(std::ranges::count(advice, kTensorHint, &Advice::id), 1);
  EXPECT_EQ(std::ranges::count(advice, kDoubleHint, &Advice::id), 0);
}

// 8 of 12 s at an FP32 roof of 1 GFLOP/s; each of 0.125 G values that were FP16 goes into 32 multiply-adds.
TEST_F(Hints, ProductsOfHalvesInFp32AreAdvisedOn) {
  RoundKernel kernel = RoundKernel().dram(2).arithmetic(0, 0, 4).instructions(1, 32, 32).shared(0.1, 0.1);
  kernel.count("smsp__sass_inst_executed_op_global_ld.sum", 0, 1);
  kernel.machine().ceilings.compute.push_back({Precision::fp16, OperationRate(2e9), {}});
  kernel.machine().ceilings.compute.push_back({Precision::tensor_fp16, OperationRate(8e9), {}});
  const auto advised = [](const RoundKernel& round) {
    const auto advice = advice_of(round);
    const auto it = std::ranges::find(advice, kTensorHint, &Advice::id);
    return it == advice.end() ? std::pair(0.0, std::string()) : std::pair(it->gain_high, it->evidence);
  };
  EXPECT_EQ(advised(kernel).first, 0);
  EXPECT_TRUE(find(kernel, kTensorHint)) << "FP32 products may allow another format";
  kernel.count("smsp__sass_thread_inst_executed_op_hadd_pred_on.sum", 0.125, 1);
  EXPECT_DOUBLE_EQ(advised(kernel).first, 6) << "DRAM takes 2 s, tensor cores 1 s";
  EXPECT_THAT(advised(kernel).second, HasSubstr("32.0 for each value that is converted from FP16"));
  EXPECT_THAT(find(kernel, kTensorHint), IsNull());
  for (const char* product : {"hmul", "hfma"}) {
    RoundKernel halves = kernel;
    halves.count(std::string("smsp__sass_thread_inst_executed_op_") + product + "_pred_on.sum", 0.125, 1);
    EXPECT_EQ(advised(halves).first, 0) << "FP16 arithmetic is not all conversion";
  }
}

// 150 of 200 million sectors are neither read nor written; at the L2 roof all would take 3.2 of 12 s.
RoundKernel atomics(double read) {
  return RoundKernel()
      .dram(0.1)
      .count("lts__t_sectors_srcunit_tex.sum", 0.2)
      .count("lts__t_sectors_op_read.sum", read)
      .count("lts__t_sectors_op_write.sum", 0);
}

TEST_F(Hints, NameAtomicsWhereNothingElseIsTheLimit) {
  const Finding* hint = find(atomics(0.05), kAtomicsHint);
  ASSERT_TRUE(hint);
  EXPECT_THAT(hint->cause, HasSubstr("at least 75 % of the sectors that L2 serves are those of atomics"));
  EXPECT_THAT(find(atomics(0.2), kAtomicsHint), IsNull());
  EXPECT_THAT(find(atomics(0.05).dram(12), kAtomicsHint), IsNull()) << "DRAM is the limit";
}

TEST_F(Hints, StandInTheHeadlineWhereNothingCanBePredicted) {
  ASSERT_TRUE(find(atomics(0.05), kAtomicsHint));
  RoundKernel two = atomics(0.05);
  two.recording.observations.push_back(RoundKernel().dram(11.9).observation());
  two.recording.observations.back().name = "streaming";
  analysis_ = two.analysis();
  EXPECT_THAT(analysis_.machines.front().verdict,
              HasSubstr(" First to try in round: combine values in the warp or in shared memory, if atomics take "));
}

// It moves 0.1 GB in 12 s, and no counter tells why.
TEST_F(Hints, SayThatThereIsNoAdvice) {
  const Finding* none = find(RoundKernel().dram(0.1), kNoAdvice);
  ASSERT_TRUE(none);
  EXPECT_THAT(none->cause, HasSubstr("most of the gap is unexplained"));
  EXPECT_THAT(find(RoundKernel().dram(11.9), kNoAdvice), IsNull()) << "it is at its roof";
  EXPECT_THAT(find(atomics(0.05), kNoAdvice), IsNull()) << "a hint stands there";
}

}  // namespace
}  // namespace rooflens::models

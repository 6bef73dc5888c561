#include "models/gap/own_roofs.hpp"

#include <gtest/gtest.h>

#include "tests/models/round_kernel.hpp"

namespace rooflens::models {
namespace {

std::vector<OwnRoof> roofs_of(const RoundKernel& kernel) {
  const Analysis analysis = kernel.analysis();
  return own_roofs(analysis.machines.front().kernels.front());
}

const OwnRoof* find(const std::vector<OwnRoof>& roofs, OwnRoofKind kind) {
  for (const OwnRoof& roof : roofs) {
    if (roof.kind == kind) return &roof;
  }
  return nullptr;
}

// 1 G additions, 1 G products and 2 G fused pairs of 640 G thread instructions: half fused leaves 3/4 of the FP32 roof
// of 1 GFLOP/s, and 128 lanes at 1 GHz with 1/160 arithmetic of 1.5 FLOP each are 1.2 GFLOP/s, above it.
RoundKernel half_fused() { return RoundKernel().arithmetic(1, 1, 2).instructions(20, 640, 640); }

TEST(OwnRoofs, UnfusedArithmeticLowersTheRoof) {
  const auto roofs = roofs_of(half_fused());
  ASSERT_EQ(roofs.size(), 1u);
  EXPECT_EQ(roofs[0].kind, OwnRoofKind::fma_mix);
  EXPECT_DOUBLE_EQ(roofs[0].rate.value(), 0.75e9);
  EXPECT_DOUBLE_EQ(*roofs[0].share, 0.5);
}

// The same with 4 times as many instructions: 0.3 GFLOP/s.
TEST(OwnRoofs, OtherInstructionsTakeIssueSlots) {
  const auto roofs = roofs_of(half_fused().instructions(80, 2560, 2560));
  ASSERT_EQ(roofs.size(), 2u);
  EXPECT_EQ(roofs[1].kind, OwnRoofKind::issue) << "the highest comes first";
  EXPECT_DOUBLE_EQ(roofs[1].rate.value(), 0.3e9);
  EXPECT_DOUBLE_EQ(*roofs[1].share, 1.0 / 640);
}

TEST(OwnRoofs, AreOnlyThoseVisiblyBelowTheRoof) {
  EXPECT_TRUE(roofs_of(RoundKernel().arithmetic(0, 0, 4).instructions(20, 640, 640)).empty()) << "all is fused";
  EXPECT_TRUE(roofs_of(RoundKernel().arithmetic(0.1, 0.1, 7.8).instructions(20, 640, 640)).empty()) << "0.9875 of it";
}

// 2 GFLOP in FP32 and 2 GFLOP in FP64, whose roof is 0.5: in turn 1 / (0.5 / 1 + 0.5 / 0.5) = 0.667, side by side 1.
TEST(OwnRoofs, OfSeveralFormatsAreThoseOfTheMix) {
  RoundKernel kernel = RoundKernel().arithmetic(2, 0, 0);
  kernel.count("smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", 2, 1);
  kernel.machine().ceilings.compute.push_back({Precision::fp64, OperationRate(0.5e9), {}});
  const auto roofs = roofs_of(kernel);
  ASSERT_EQ(roofs.size(), 1u) << "as high as the FP32 roof is not below it";
  EXPECT_EQ(roofs[0].kind, OwnRoofKind::one_pipe);
  EXPECT_NEAR(roofs[0].rate.value(), 2e9 / 3, 1);
  EXPECT_FALSE(roofs[0].share);
}

TEST(OwnRoofs, NeedCountedFlopsAndARoof) {
  EXPECT_TRUE(roofs_of(RoundKernel().dram(1)).empty());
  RoundKernel roofless = half_fused();
  roofless.machine().ceilings.compute.clear();
  EXPECT_TRUE(roofs_of(roofless).empty());
  RoundKernel analytic;
  analytic.compulsory(1);
  analytic.observation().work->operations[Precision::fp32] = Operations(1e9);
  EXPECT_TRUE(roofs_of(analytic).empty());
}

// Packed halves: 1 G instructions of 4 G are 1/4 of 128 G lanes, with 2 FLOP each.
TEST(ArithmeticMix, APackedHalfDoesTwo) {
  RoundKernel kernel = RoundKernel().arithmetic(0, 0, 0).instructions(1, 4, 4);
  kernel.count("smsp__sass_thread_inst_executed_op_hadd_pred_on.sum", 1, 1);
  const Analysis analysis = kernel.analysis();
  const auto mix = arithmetic_mix(analysis.machines.front().kernels.front(), Precision::fp16);
  ASSERT_TRUE(mix && mix->issue);
  EXPECT_DOUBLE_EQ(mix->fused_share, 0);
  EXPECT_DOUBLE_EQ(mix->of_roof, 0.5);
  EXPECT_DOUBLE_EQ(mix->issue->value(), 64e9);
  EXPECT_FALSE(arithmetic_mix(analysis.machines.front().kernels.front(), Precision::tensor_bf16));
  EXPECT_EQ(find(own_roofs(analysis.machines.front().kernels.front()), OwnRoofKind::fma_mix), nullptr)
      << "FP16 has no roof here";
}

}  // namespace
}  // namespace rooflens::models

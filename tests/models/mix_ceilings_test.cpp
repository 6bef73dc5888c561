#include "models/place/mix_ceilings.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace rooflens::models {
namespace {

using Mix = std::vector<PipeShare>;

// Half of the operations on a pipe of 100, half on one of 50: a hundred of them take 0.5 s and 1 s.
TEST(MixCeilings, FormatsTakeTurnsOnOnePipeAndOverlapOnTwo) {
  const auto ceiling = mixed_precision_ceiling(Mix{{0.5, OperationRate(100)}, {0.5, OperationRate(50)}});
  ASSERT_TRUE(ceiling);
  EXPECT_DOUBLE_EQ(ceiling->one_pipe.value(), 100 / 1.5);
  EXPECT_DOUBLE_EQ(ceiling->separate_pipes.value(), 100);
}

TEST(MixCeilings, AMixOfOneFormatIsItsRoof) {
  const auto ceiling = mixed_precision_ceiling(Mix{{1, OperationRate(70)}});
  EXPECT_DOUBLE_EQ(ceiling->one_pipe.value(), 70);
  EXPECT_DOUBLE_EQ(ceiling->separate_pipes.value(), 70);
}

TEST(MixCeilings, SharesThatAreNoneGiveNoCeiling) {
  EXPECT_FALSE(mixed_precision_ceiling(Mix{}));
  EXPECT_FALSE(mixed_precision_ceiling(Mix{{0.5, OperationRate(70)}}));
  EXPECT_FALSE(mixed_precision_ceiling(Mix{{1.5, OperationRate(70)}, {-0.5, OperationRate(70)}}));
  EXPECT_FALSE(mixed_precision_ceiling(Mix{{1, OperationRate(0)}}));
}

TEST(MixCeilings, AKernelsMixIsThatOfItsFloatingPointOperations) {
  const ComputeCeiling fp32{Precision::fp32, OperationRate(100), {}};
  const ComputeCeiling fp64{Precision::fp64, OperationRate(50), {}};
  const auto work = [](Precision precision, const ComputeCeiling* ceiling) {
    PrecisionWork entry;
    entry.precision = precision;
    entry.operations = Operations(10);
    entry.ceiling = ceiling;
    return entry;
  };
  std::vector<PrecisionWork> operations{work(Precision::fp32, &fp32), work(Precision::fp64, &fp64),
                                        work(Precision::int32, nullptr)};
  EXPECT_DOUBLE_EQ(mixed_precision_ceiling(operations)->separate_pipes.value(), 100);
  operations[1].ceiling = nullptr;
  EXPECT_FALSE(mixed_precision_ceiling(operations));
  operations.erase(operations.begin(), operations.begin() + 2);
  EXPECT_FALSE(mixed_precision_ceiling(operations));
}

TEST(MixCeilings, WithoutFusedPairsHalfOfTheRoofIsLeft) {
  const OperationRate peak(100);
  EXPECT_DOUBLE_EQ(fma_mix_ceiling(peak, 0, 0, 7)->value(), 100);
  EXPECT_DOUBLE_EQ(fma_mix_ceiling(peak, 3, 4, 0)->value(), 50);
  EXPECT_DOUBLE_EQ(fma_mix_ceiling(peak, 1, 1, 2)->value(), 75);
  EXPECT_FALSE(fma_mix_ceiling(peak, 0, 0, 0));
  EXPECT_FALSE(fma_mix_ceiling(peak, -1, 0, 7));
}

TEST(MixCeilings, SchedulersIssueFourWarpsAClock) {
  // One SM at 1 Hz: 128 lanes, two operations each where all are fused.
  EXPECT_DOUBLE_EQ(issue_ceiling(1, Hertz(1), 1, 1)->value(), 256);
  EXPECT_DOUBLE_EQ(issue_ceiling(1, Hertz(1), 0.5, 0)->value(), 64);
  EXPECT_FALSE(issue_ceiling(0, Hertz(1), 1, 1));
  EXPECT_FALSE(issue_ceiling(1, Hertz(0), 1, 1));
  EXPECT_FALSE(issue_ceiling(1, Hertz(1), 1.1, 1));
  EXPECT_FALSE(issue_ceiling(1, Hertz(1), 1, -0.1));
}

// H100 SXM: 128 FP32 lanes an SM need every issue slot, so the ceiling of pure FFMA is the FP32 roof.
TEST(MixCeilings, OfPureFusedArithmeticIssueAllowsTheFp32RoofOfH100) {
  EXPECT_NEAR(issue_ceiling(132, megahertz(1980), 1, 1)->value(), 66.9e12, 0.05e12);
}

}  // namespace
}  // namespace rooflens::models

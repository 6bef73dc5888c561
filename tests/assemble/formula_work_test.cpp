// From a formula record to an observation's work: launches of 1200 FLOPs, 60 bytes read and 20 written.
#include "profiler/assemble/formula_work.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/assemble/made_spool.hpp"

namespace rooflens::collect {
namespace {

models::Observation observed(const std::string& function, const std::string& format, std::uint64_t known = 2,
                             std::uint64_t seen = 2, bool steady = true, double alike = 1) {
  MadeSpool made;
  made.kernel(0, function).times(0, 10, 1000);
  made.add(spool::FormulaRecord{0, "aten::mm", format, seen, known, steady, 1200, 60, 20, alike, 0.5, 2.75});
  const std::vector<SpoolIndex> spools{made.spool()};
  Assembly assembly = assemble(spools, {});
  EXPECT_EQ(assembly.observations.size(), 1u);
  return assembly.observations.front();
}

TEST(FormulaWork, IsThatOfTheLaunchesLookedAt) {
  const models::Observation o = observed("nvjet_tst", "bfloat16");
  ASSERT_TRUE(o.work.has_value());
  EXPECT_EQ(o.work->operations.at(models::Precision::tensor_bf16).value(), 1200);
  EXPECT_EQ(o.work->compulsory.read.value(), 60);
  EXPECT_EQ(o.work->compulsory.written.value(), 20);
  EXPECT_EQ(o.launches_counted, 0u);
  EXPECT_THAT(o.remarks,
              ::testing::Contains(
                  "work of the median launch from formula, by the shapes of aten::mm (2 of 2 watched launches)"));
}

TEST(FormulaWork, IsAbsentWhereOtherOperationsLaunchTheKernelToo) {
  EXPECT_TRUE(observed("nvjet_tst", "bfloat16", 9, 10).work.has_value());
  EXPECT_FALSE(observed("nvjet_tst", "bfloat16", 8, 10).work.has_value());
}

TEST(FormulaWork, IsAbsentWhereLaunchesDoDifferentWork) {
  const models::Observation o = observed("nvjet_tst", "bfloat16", 20, 20, false);
  EXPECT_FALSE(o.work.has_value());
  EXPECT_THAT(o.remarks,
              ::testing::Contains("by the shapes of aten::mm, launches of this kernel do different work, so it "
                                  "is not placed"));
}

// A matrix of 1,408 rows may have as many tiles as one of 512 columns.
TEST(FormulaWork, SaysWhatOtherWorkTheKernelDoes) {
  EXPECT_THAT(observed("nvjet_tst", "bfloat16", 20, 20, true, 0.75).remarks,
              ::testing::Contains(
                  "work of the median launch from formula, by the shapes of aten::mm (20 of 20 watched launches; "
                  "75 % of these do it, the others 0.5 to 2.75 times as much, and a counter may be of one of those)"));
}

// A convolution of each channel by itself does not run on tensor cores, whatever its format.
TEST(FormulaWork, IsAbsentWhereTheNameSaysThatEachChannelIsItsOwn) {
  EXPECT_FALSE(observed("conv_depthwise2d_forward_kernel", "float16").work.has_value());
  EXPECT_FALSE(observed("conv2d_grouped_direct_kernel", "bfloat16").work.has_value());
  EXPECT_EQ(observed("cublasGemvTensorStridedBatched", "float16").work->operations.begin()->first,
            models::Precision::fp32);
}

TEST(FormulaWork, AsksTheNameWhichPipeMultipliesFloats) {
  const auto precision = [](const std::string& function) -> std::optional<models::Precision> {
    const models::Observation o = observed(function, "float32");
    return o.work ? std::optional(o.work->operations.begin()->first) : std::nullopt;
  };
  EXPECT_EQ(precision("sm80_xmma_gemm_f32f32_tf32f32_f32_nn"), models::Precision::tensor_tf32);
  EXPECT_EQ(precision("ampere_sgemm_128x64_tn"), models::Precision::fp32);
  EXPECT_EQ(precision("nvjet_sss_64x64"), std::nullopt) << "both are possible";
  EXPECT_THAT(observed("nvjet_sss_64x64", "float32").remarks,
              ::testing::Contains(::testing::HasSubstr("tell on which pipe, so it is not placed")));
}

TEST(FormulaWork, OfBytesAloneSaysNothingOfArithmetic) {
  const models::Observation o = observed("vectorized_elementwise_kernel", "");
  ASSERT_TRUE(o.work.has_value());
  EXPECT_TRUE(o.work->operations.empty());
  EXPECT_FALSE(o.work->tells_operations());
}

}  // namespace
}  // namespace rooflens::collect

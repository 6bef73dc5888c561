#include "models/place/operations.hpp"

#include <gtest/gtest.h>

#include <string>

namespace rooflens::models {
namespace {

constexpr const char* kOps[] = {"fadd", "fmul", "ffma", "hadd", "hmul", "hfma"};

// A kernel of 100 thread instructions with the given FFMA and HFMA counts.
CounterSet counted(double ffma, double hfma) {
  CounterSet set;
  const auto put = [&](const std::string& name, double v) { set.set(name, {.value = v, .min = v, .max = v}); };
  for (const std::string op : kOps) put("smsp__sass_thread_inst_executed_op_" + op + "_pred_on.sum", 0);
  put("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", ffma);
  put("smsp__sass_thread_inst_executed_op_hfma_pred_on.sum", hfma);
  put("smsp__sass_thread_inst_executed.sum", 100);
  return set;
}

void put(CounterSet& set, std::string_view name, double value) {
  set.set(std::string(name), {.value = value, .min = value, .max = value});
}

TEST(Operations, FewPackedFmasWithoutSumsOrProductsAreConstantLoads) {
  const auto count = count_operations(counted(50, 1), std::nullopt);
  EXPECT_TRUE(count.half_moves);
  ASSERT_EQ(count.entries.size(), 1u);
  EXPECT_EQ(count.entries[0].precision, Precision::fp32);
}

// x = 2 * x + 1 in 14 instructions: one FFMA, and one HFMA2 that loads a constant.
TEST(Operations, PackedFmasBesideFp32WithoutConversionsAreConstantLoads) {
  CounterSet set = counted(7, 7);
  EXPECT_FALSE(count_operations(set, std::nullopt).half_moves) << "conversions were not counted";
  put(set, "smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 0);
  const auto count = count_operations(set, std::nullopt);
  EXPECT_TRUE(count.half_moves);
  ASSERT_EQ(count.entries.size(), 1u);
  EXPECT_DOUBLE_EQ(count.entries[0].operations.value(), 14);
  put(set, "smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 1);
  EXPECT_FALSE(count_operations(set, std::nullopt).half_moves);
}

TEST(Operations, ManyPackedFmasAreArithmetic) {
  const auto count = count_operations(counted(0, 50), std::nullopt);
  EXPECT_FALSE(count.half_moves);
  ASSERT_EQ(count.entries.size(), 1u);
  EXPECT_DOUBLE_EQ(count.entries[0].operations.value(), 200);
}

TEST(Operations, TheFormulaTellsBfloat16FromHalf) {
  Work work;
  work.operations[Precision::bf16] = Operations(200);
  const auto count = count_operations(counted(0, 50), work);
  ASSERT_EQ(count.entries.size(), 1u);
  EXPECT_EQ(count.entries[0].precision, Precision::bf16);
  EXPECT_EQ(count.entries[0].source, DemandSource::measured);
  EXPECT_EQ(count_operations({}, work).entries.at(0).precision, Precision::bf16);
}

TEST(Operations, HalfInstructionsOnTheTensorPipeAreNoMatrixWork) {
  CounterSet set;
  put(set, kTensorActivity, 7);
  EXPECT_EQ(matrix_work(set), MatrixWork::possible);
  put(set, kHalfOnTensorPipe, 6);
  EXPECT_EQ(matrix_work(set), MatrixWork::certain);
  put(set, kHalfOnTensorPipe, 7);
  EXPECT_EQ(matrix_work(set), MatrixWork::none);
}

TEST(Operations, MatrixWorkThatNobodyCountedMakesTheTotalUnknown) {
  CounterSet set = counted(50, 0);
  put(set, kTensorActivity, 7);
  put(set, kHalfOnTensorPipe, 0);
  EXPECT_EQ(count_operations(set, std::nullopt).uncounted, MatrixWork::certain);
  put(set, "sm__ops_path_tensor_src_fp8.sum", 0);  // it was another format
  EXPECT_EQ(count_operations(set, std::nullopt).uncounted, MatrixWork::certain);
  Work work;
  work.operations[Precision::tensor_bf16] = Operations(1000);
  EXPECT_EQ(count_operations(set, work).uncounted, MatrixWork::none);
  put(set, "sm__ops_path_tensor_src_bf16_dst_fp32.sum", 900);
  EXPECT_EQ(count_operations(set, std::nullopt).uncounted, MatrixWork::none);
}

TEST(Operations, TheFormulaStandsInForWhatWasNotCounted) {
  Work work;
  work.operations[Precision::fp32] = Operations(5);
  const auto count = count_operations({}, work);
  ASSERT_EQ(count.entries.size(), 1u);
  EXPECT_EQ(count.entries[0].source, DemandSource::analytic);
}

}  // namespace
}  // namespace rooflens::models

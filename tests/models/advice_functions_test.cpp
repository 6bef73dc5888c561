#include "models/advise/advice_functions.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "models/advise/advice_conversions.hpp"
#include "tests/models/advice_of.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;

// 40 G warp instructions, which take 10 s of 12; some of the special-function pipe, and around each of those some of
// the ALU and fused multiply-adds.
RoundKernel computing(double special, double alu, double fused) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(0.1).idle().instructions(40, 40 * 32, 40 * 32);
  kernel.arithmetic(0, 0, 32 * fused)
      .count("sm__inst_executed_pipe_xu.sum", special)
      .count("sm__inst_executed_pipe_alu.sum", alu);
  const CeilingOrigin origin = kernel.machine().ceilings.compute.front().origin;
  kernel.machine().ceilings.compute.front().rate = OperationRate(1e12);
  kernel.machine().ceilings.instruction = {{Pipe::issue, OperationRate(4e9), origin},
                                           {Pipe::alu, OperationRate(1e12), origin},
                                           {Pipe::sfu, OperationRate(1e12), origin}};
  return kernel;
}

TEST(FunctionsAdvice, AllArithmeticMayBeOfPreciseFunctions) {
  const auto all = advice_for(computing(1, 8, 12));
  const Advice* functions = advice_called(all, kFunctions);
  ASSERT_TRUE(functions);
  EXPECT_THAT(functions->evidence, HasSubstr("52 % of the instructions are arithmetic, 12 of FP32 and 8 of the ALU"));
  EXPECT_DOUBLE_EQ(functions->gain_low, 1);
  EXPECT_DOUBLE_EQ(functions->gain_high, 12 / (10 * (1 - 21.0 / 40)));
}

TEST(FunctionsAdvice, FastFunctionsHaveHardlyAnIntegerAround) {
  EXPECT_TRUE(advice_called(advice_for(computing(1, 3, 12)), kFunctions));
  EXPECT_FALSE(advice_called(advice_for(computing(1, 2.9, 12)), kFunctions));
}

TEST(FunctionsAdvice, IntegerDivisionsHaveNoArithmeticOfFp32) {
  EXPECT_FALSE(advice_called(advice_for(computing(1, 12, 0.5)), kFunctions));
}

TEST(FunctionsAdvice, AFewFunctionsBesideOtherArithmeticAreNoCause) {
  EXPECT_TRUE(advice_called(advice_for(computing(0.5, 8, 20.5)), kFunctions));
  EXPECT_FALSE(advice_called(advice_for(computing(0.5, 8, 20.6)), kFunctions));
  EXPECT_FALSE(advice_called(advice_for(computing(0, 8, 12)), kFunctions));
}

// 20 of 40 G instructions are divisions: 4 of their pipe, 10 of FP32 and 4 of the ALU, and 2 that decide.
TEST(FunctionsAdvice, DivisionsThatFillTheirPipeTakeWhatStandsAroundThemAlong) {
  RoundKernel kernel = computing(4, 5, 12).count("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 0, 1);
  kernel.machine().ceilings.instruction.back().rate = OperationRate(32 * 4e9 / 11);  // 11 of 12 s
  const auto all = advice_for(kernel);
  const Advice* functions = advice_called(all, kFunctions);
  ASSERT_TRUE(functions);
  EXPECT_THAT(functions->cause, HasSubstr("Special functions may take the time"));
  EXPECT_THAT(functions->evidence, HasSubstr("52 % of the instructions are arithmetic, 3 of FP32"));
  EXPECT_DOUBLE_EQ(functions->gain_high, 12 / (10 * (1 - 18.0 / 40)));
  kernel.count("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 32, 1);
  EXPECT_FALSE(advice_called(advice_for(kernel), kFunctions)) << "a quarter of them are conversions";
}

// All 4 G instructions of the special-function pipe, which take 11 of 12 s, convert; issuing all takes 10.
TEST(ConversionsAdvice, ConversionsThatFillThePipeCanGoElsewhere) {
  RoundKernel kernel = computing(4, 5, 0).count("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 128, 1);
  kernel.machine().ceilings.instruction.back().rate = OperationRate(32 * 4e9 / 11);
  const auto all = advice_for(kernel);
  const Advice* conversions = advice_called(all, kConversions);
  ASSERT_TRUE(conversions);
  EXPECT_THAT(conversions->evidence, HasSubstr("100 % of what that pipe executes"));
  EXPECT_DOUBLE_EQ(conversions->gain_high, 12.0 / 10);
  kernel.count("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 85, 1);
  EXPECT_FALSE(advice_called(advice_for(kernel), kConversions)) << "two of three, as integer divisions have";
}

}  // namespace
}  // namespace rooflens::models

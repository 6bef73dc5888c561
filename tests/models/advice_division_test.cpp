#include "models/advise/advice_division.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/models/advice_of.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;

// 8 warps of 2,000 instructions, each with 20 divisions: 160 of 16 or 76 instructions among 16,000.
RoundKernel dividing(double integers_a_division) {
  constexpr double kOne = 1e-9;
  RoundKernel kernel = RoundKernel().eight_warps(6e-6, 8 * kOne, Seconds(1e-7));
  kernel.instructions(16000 * kOne, 512000 * kOne, 512000 * kOne)
      .count("sm__inst_executed_pipe_xu.sum", 3 * 160 * kOne)
      .count("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 32 * 2 * 160 * kOne)
      .count("smsp__sass_thread_inst_executed_op_integer_pred_on.sum", 32 * integers_a_division * 160 * kOne);
  kernel.machine().ceilings.instruction = {
      {Pipe::issue, OperationRate(4e9), kernel.machine().ceilings.compute.front().origin}};
  return kernel;
}

TEST(DivisionAdvice, FiftyFiveIntegerOperationsForEachMayBeOf64Bits) {
  const auto narrow = advice_for(dividing(54)), wide = advice_for(dividing(55.5));
  const Advice* of_32 = advice_called(narrow, "integer-division");
  const Advice* of_64 = advice_called(wide, "integer-division");
  ASSERT_TRUE(of_32 && of_64);
  EXPECT_THAT(of_32->evidence, HasSubstr("16 % of the instructions, 16 for each division;"));
  EXPECT_THAT(of_64->evidence,
              HasSubstr("16 % of the instructions, 16 for each division, or 76 % where they are of 64 bits"));
  EXPECT_DOUBLE_EQ(of_64->gain_low, of_32->gain_low);
  EXPECT_GT(of_64->gain_high, 1.5 * of_32->gain_high);
}

// They take 4 us of issue slots.
TEST(DivisionAdvice, TakesTimeWhereHalfOfTheIssueSlotsAreUsed) {
  const auto within = [](double microseconds) {
    RoundKernel kernel = dividing(20);
    kernel.observation().durations = {Seconds(1e-6 * microseconds)};
    kernel.cycles(1e-6 * microseconds, 1e-6 * microseconds, 1e-6 * microseconds);
    return advice_called(advice_for(kernel), "integer-division") != nullptr;
  };
  EXPECT_TRUE(within(7.9));
  EXPECT_FALSE(within(8.1));
}

// Of 32 lanes 30 are on, and conversions are counted for those alone.
TEST(DivisionAdvice, IdleLanesLeaveFewerConversions) {
  const auto converting = [](double lanes_on) {
    return dividing(20)
        .instructions(16e-6, 512e-6, 16e-6 * lanes_on)
        .count("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 30 * 2 * 160e-9);
  };
  EXPECT_TRUE(advice_called(advice_for(converting(30)), "integer-division"));
  EXPECT_FALSE(advice_called(advice_for(converting(32)), "integer-division"));
}

}  // namespace
}  // namespace rooflens::models

#include "models/place/integer_roof.hpp"

#include <gtest/gtest.h>

#include "tests/models/round_kernel.hpp"

namespace rooflens::models {
namespace {

// 12 G integer operations in 12 s under a roof of 2 G/s are half of it; beside them 3 G additions, a quarter of FP32.
RoundKernel counting() {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(3).arithmetic(3, 0, 0);
  kernel.count("smsp__sass_thread_inst_executed_op_integer_pred_on.sum", 12, 1);
  kernel.machine().ceilings.compute.push_back({Precision::int32, OperationRate(2e9), {}});
  return kernel;
}

std::optional<IntegerRoof> roof_of(const RoundKernel& kernel) {
  const Analysis analysis = kernel.analysis();
  return integer_roof(analysis.machines.front().kernels.front());
}

TEST(IntegerRoof, IsWhatInt32LeavesToFlops) {
  const RoundKernel kernel = counting();  // int32 points into it
  const auto roof = roof_of(kernel);
  ASSERT_TRUE(roof);
  EXPECT_DOUBLE_EQ(roof->operations_per_flop, 4);
  EXPECT_DOUBLE_EQ(roof->flop_rate.value(), 0.5e9);  // of which it draws 0.25
  EXPECT_EQ(roof->int32->rate, OperationRate(2e9));
}

TEST(IntegerRoof, IsOfKernelsWhoseMainWorkIsInt32) {
  EXPECT_FALSE(roof_of(counting().dram(7)));              // 7 of 12 s
  EXPECT_FALSE(roof_of(counting().arithmetic(7, 0, 0)));  // the same
  EXPECT_TRUE(roof_of(counting().dram(5).arithmetic(5, 0, 0)));
}

TEST(IntegerRoof, NeedsFlopsAndARoof) {
  EXPECT_FALSE(roof_of(counting().arithmetic(0, 0, 0)));
  RoundKernel without = counting();
  without.machine().ceilings.compute.pop_back();
  EXPECT_FALSE(roof_of(without));
}

}  // namespace
}  // namespace rooflens::models

#include "models/advise/advice_narrow.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/models/advice_of.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;

// 1 G instructions of full warps, of which 0.1 G load and store `bytes` a lane, `sectors` at a time; DRAM takes 2 of
// 12 s.
RoundKernel accessing(double bytes, double sectors, double instructions = 1) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(2).idle();
  CeilingOrigin origin = kernel.machine().ceilings.compute.front().origin;
  origin.source = CeilingSource::measured;
  kernel.machine().ceilings.instruction = {{Pipe::issue, OperationRate(0.5e9), origin}};
  kernel.instructions(instructions, 32 * instructions, 32 * instructions);
  kernel.count("l1tex__t_bytes.sum", 0.1 * 32 * sectors);
  return kernel.global(0.05 * 32 * bytes, 0.05 * sectors, 0.05 * 32 * bytes, 0.05 * sectors)
      .count("smsp__sass_inst_executed_op_global_ld.sum", 0.05, 1)
      .count("smsp__sass_inst_executed_op_global_st.sum", 0.05, 1);
}

TEST(NarrowAdvice, BytesSideBySideFitIntoWiderAccesses) {
  const auto advice = advice_for(accessing(1, 1));
  const Advice* narrow = advice_called(advice, "narrow");
  ASSERT_TRUE(narrow);
  EXPECT_THAT(narrow->evidence, HasSubstr("1.0 bytes per lane and access on average; 10 % of the instructions"));
  EXPECT_DOUBLE_EQ(narrow->gain_low, 1);
  EXPECT_DOUBLE_EQ(narrow->gain_high, 6) << "DRAM's 2 s stay";
}

TEST(NarrowAdvice, OtherAccessesAreWideOrScatteredOrFew) {
  EXPECT_FALSE(advice_called(advice_for(accessing(4, 4)), "narrow"));
  EXPECT_FALSE(advice_called(advice_for(accessing(1, 8)), "narrow")) << "each lane another sector";
  EXPECT_FALSE(advice_called(advice_for(accessing(0.25, 1)), "narrow")) << "all lanes the same";
  EXPECT_FALSE(advice_called(advice_for(accessing(1, 1, 4)), "narrow"));
}

TEST(NarrowAdvice, InstructionsThatHardlyTakeTimeSaveNone) {
  RoundKernel kernel = accessing(1, 1);
  kernel.machine().ceilings.instruction.front().rate = OperationRate(4e9);
  EXPECT_FALSE(advice_called(advice_for(kernel), "narrow"));
}

TEST(NarrowAdvice, MemoryThatIsBusyIsNoFaster) {
  EXPECT_FALSE(advice_called(advice_for(accessing(1, 1).dram(8)), "narrow"));
}

// The ALU takes 9 of 12 s, for 0.1 G accesses of `bytes` a lane to shared memory.
RoundKernel packing(double bytes, double fp32 = 0) {
  RoundKernel kernel = accessing(4, 4).shared(0.1, 0.1).arithmetic(fp32, 0, 0);
  kernel.count("smsp__sass_data_bytes_mem_shared.sum", 0.1 * 32 * bytes, 1)
      .count("sm__inst_executed_pipe_alu.sum", 4.5);
  auto& roofs = kernel.machine().ceilings.instruction;
  roofs.push_back({Pipe::alu, OperationRate(0.5e9 * 32), roofs.front().origin});
  return kernel;
}

TEST(NarrowAdvice, BytesInSharedMemoryArePackedWhereTheAluBinds) {
  const Advice* narrow = nullptr;
  const auto advice = advice_for(packing(1));
  narrow = advice_called(advice, "narrow");
  ASSERT_TRUE(narrow);
  EXPECT_DOUBLE_EQ(narrow->gain_high, 12 / (9.0 / 4));
  EXPECT_FALSE(advice_called(advice_for(packing(4)), "narrow"));
  EXPECT_FALSE(advice_called(advice_for(packing(1, 0.1)), "narrow")) << "each is a number by itself";
}

}  // namespace
}  // namespace rooflens::models

#include "models/advise/advice_excess.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/models/advice_of.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;

// Nobody knows what the task needs. L1 serves 12 GB at 1 GB/s, of which 2 GB come from L2, at 2 GB/s.
RoundKernel served_by_l1(double l2 = 2) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(1).idle().count("l1tex__t_bytes.sum", 12);
  kernel.count("lts__t_sectors_srcunit_tex.sum", l2 / 32);
  kernel.machine().ceilings.memory[1].rate = ByteRate(1e9);
  return kernel;
}

TEST(ExcessAdvice, ValuesThatL1ServesAgainCanBeKept) {
  const auto advice = advice_for(served_by_l1());
  const Advice* reuse = advice_called(advice, "reuse");
  ASSERT_TRUE(reuse);
  EXPECT_EQ(reuse->evidence, "L1 serves 6.00× as many bytes as come from L2");
  EXPECT_DOUBLE_EQ(reuse->gain_low, 1);
  EXPECT_DOUBLE_EQ(reuse->gain_high, 6) << "a sixth of 12 s";
}

TEST(ExcessAdvice, WhatIsStoredAndLoadedOnceIsNotRepeated) {
  EXPECT_FALSE(advice_called(advice_for(served_by_l1(6)), "reuse"));
}

TEST(ExcessAdvice, AKnownTaskTellsMoreThanAnyReuse) {
  EXPECT_FALSE(advice_called(advice_for(served_by_l1().compulsory(2)), "reuse"));
}

// 0.1 G loads of warps, which L1 serves with 12 GB, for fused pairs of full warps.
TEST(ExcessAdvice, OperandsAreLoadedAgainWhereThereIsALoadForTwoInstructions) {
  const auto again = [](double fused_by_warps, double l2 = 2) {
    RoundKernel kernel = served_by_l1(l2).instructions(1, 32, 32).arithmetic(0, 0, 32 * fused_by_warps);
    const Analysis analysis = kernel.count("smsp__sass_inst_executed_op_global_ld.sum", 0.1, 1).analysis();
    return operands_loaded_again(analysis.machines.front().kernels.front());
  };
  EXPECT_DOUBLE_EQ(again(0.2).value(), 6) << "12 GB for 2 from L2";
  EXPECT_FALSE(again(0.21)) << "most operands stay in registers";
  EXPECT_FALSE(again(0.2, 6)) << "each is loaded twice";
  EXPECT_FALSE(again(0)) << "there is no arithmetic";
}

// 24 GB cross L2, and DRAM moves next to none: the data may have been there before the launch.
TEST(ExcessAdvice, OfL2NothingTellsThatValuesAreRepeated) {
  const auto advice =
      advice_for(RoundKernel().cycles(12, 12, 12).dram(0.1).idle().count("lts__t_sectors_srcunit_tex.sum", 0.75));
  EXPECT_FALSE(advice_called(advice, "reuse"));
}

// 16 wavefronts for each access of shared memory, which take 12 s: 3 GB were asked for, of 2 GB from L2.
TEST(ExcessAdvice, ConflictsAreNoReuse) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(1).idle().shared(0.375, 0.375 / 16);
  kernel.count("lts__t_sectors_srcunit_tex.sum", 2.0 / 32);
  EXPECT_TRUE(advice_called(advice_for(kernel), "bank-conflicts"));
  EXPECT_FALSE(advice_called(advice_for(kernel), "reuse"));
}

// The wavefronts of shared memory take 12 s, and all of them are of atomics.
TEST(ExcessAdvice, AtomicsInSharedMemoryAreNamed) {
  const auto advice =
      advice_for(RoundKernel()
                     .cycles(12, 12, 12)
                     .dram(3)
                     .idle()
                     .shared(0.375, 0)
                     .count("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", 0.375, 1)
                     .count("smsp__sass_inst_executed_op_shared_atom.sum", 0.0375, 1));
  const Advice* atomics = advice_called(advice, "atomics");
  ASSERT_TRUE(atomics);
  EXPECT_THAT(atomics->evidence, HasSubstr("10.0 wavefronts for each atomic"));
  EXPECT_DOUBLE_EQ(atomics->gain_high, 4) << "DRAM takes 3 s";
  EXPECT_EQ(advice.front().id, "atomics");
}

// One SM at 1 GHz: a cycle of 12 G is a request each; DRAM takes 3 s.
TEST(ExcessAdvice, ConstantsThatAreLoadedByAnIndexAreNamed) {
  const auto kernel = [](double requests) {
    return RoundKernel().cycles(12, 12, 12).dram(3).idle().count("idc__request_cycles_active.sum", requests);
  };
  const auto advice = advice_for(kernel(12));
  ASSERT_FALSE(advice.empty());
  EXPECT_EQ(advice.front().id, "constants");
  EXPECT_THAT(advice.front().evidence, HasSubstr("in 100 % of the time"));
  EXPECT_DOUBLE_EQ(advice.front().gain_high, 4);
  EXPECT_FALSE(advice_called(advice_for(kernel(6)), "constants"));
}

// 6 s of 12 if all addresses differ, and DRAM takes 1 s, or 3.
TEST(ExcessAdvice, AtomicsThatTakeLongestByFarAreNamedThoughTheirRoofIsFar) {
  const auto kernel = [](double dram, double atomics = 6) {
    RoundKernel round = RoundKernel().cycles(12, 12, 12).dram(dram).idle();
    round.machine().ceilings.instruction = {
        {Pipe::shared_atomic, OperationRate(1e9), round.machine().ceilings.compute.front().origin}};
    round.count("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", atomics);
    return round;
  };
  const auto advice = advice_for(kernel(1));
  ASSERT_TRUE(advice_called(advice, "atomics"));
  EXPECT_THAT(advice_called(advice, "atomics")->evidence, HasSubstr("50 % of their roof"));
  EXPECT_TRUE(advice_called(advice_for(kernel(3)), "atomics"));
  EXPECT_FALSE(advice_called(advice_for(kernel(3, 5.9)), "atomics")) << "not by far, and below half of their roof";
  EXPECT_TRUE(
      advice_called(advice_for(kernel(0.25, 0.96)), "atomics"));  // 8 % of theirs, where many wait for one address
}

// 5 GB are stored, of which L2 keeps 1 GB at most. DRAM takes 3 s, and the stores half of all instructions.
RoundKernel stored_again(double written) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(3).idle().global(0, 0, 5, 5.0 / 32);
  kernel.instructions(32, 1024, 1024).count("smsp__sass_inst_executed_op_global_st.sum", 4, 1);
  kernel.count("lts__t_sectors_srcunit_tex.sum", 6.0 / 32);
  kernel.machine().device.l2 = Bytes(1e9);
  return kernel.count("dram__bytes_write.sum", written);
}

TEST(ExcessAdvice, WhatIsStoredAgainBelongsInRegisters) {
  const auto advice = advice_for(stored_again(1));
  const Advice* rewriting = advice_called(advice, "rewriting");
  ASSERT_TRUE(rewriting);
  EXPECT_EQ(rewriting->evidence, "it stores 5000 MB, of which DRAM gets 1000 MB");
  EXPECT_DOUBLE_EQ(rewriting->gain_high, 2) << "24 of 32 G instructions remain, at 4 G a second";
  EXPECT_FALSE(advice_called(advice_for(stored_again(4)), "rewriting")) << "4 GB reach DRAM, the rest may be in L2";
  EXPECT_FALSE(advice_called(advice_for(stored_again(1).count("smsp__sass_data_bytes_mem_global_op_st.sum", 1, 1)),
                             "rewriting"));
}

// Atomics of the busiest slice take 1.5 of 12 s, DRAM 0.9: each goes to one sector of its warp, or to four.
TEST(ExcessAdvice, AtomicsOnFewAddressesAreNamedWhereNothingElseIsSlower) {
  const auto kernel = [](double sectors, double dram = 0.9, double atomics = 1.5) {
    RoundKernel round = RoundKernel().cycles(12, 12, 12).dram(dram).idle();
    round.machine().ceilings.instruction = {
        {Pipe::atomic_slice, OperationRate(1e9), round.machine().ceilings.compute.front().origin}};
    return round.count("lts__d_atomic_input_cycles_active.max", atomics)
        .count("smsp__sass_inst_executed_op_global_red.sum", 0.5)
        .count("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_red.sum", 0.5 * sectors)
        .count("smsp__sass_l1tex_t_sectors_pipe_lsu_mem_global_op_atom.sum", 0);
  };
  const auto advice = advice_for(kernel(1));
  ASSERT_TRUE(advice_called(advice, "atomics"));
  EXPECT_THAT(advice_called(advice, "atomics")->evidence, HasSubstr("an atomic of a warp touches 1.0 sectors"));
  EXPECT_NEAR(advice_called(advice, "atomics")->gain_high, 12 / 0.9, 1e-9);
  EXPECT_FALSE(advice_called(advice_for(kernel(4)), "atomics"));
  EXPECT_FALSE(advice_called(advice_for(kernel(1, 0.05, 0.1)), "atomics")) << "they are hardly at work";
}

}  // namespace
}  // namespace rooflens::models

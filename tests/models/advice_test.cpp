#include "models/advise/advice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "models/advise/advice_division.hpp"
#include "models/advise/advice_evidence.hpp"
#include "tests/fixtures/recordings.hpp"
#include "tests/models/advice_of.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

// DRAM is busy for 12 of 12 s, half of it for what crossed before; shared memory for 8 s, half of them conflicts.
RoundKernel saturated() { return RoundKernel().cycles(12, 12, 12).dram(12).compulsory(6).shared(0.25, 0.125); }

TEST(Advice, TheIntervalSpansRemovalFirstAndLast) {
  const auto advice = advice_for(saturated());
  const Advice* traffic = advice_called(advice, "cache-traffic");
  ASSERT_TRUE(traffic);
  EXPECT_DOUBLE_EQ(traffic->gain_low, 1);   // shared memory takes 8 s then, or all of the 12 if it waits
  EXPECT_DOUBLE_EQ(traffic->gain_high, 2);  // without them DRAM halves the time
  EXPECT_EQ(traffic->evidence, "2.00× the compulsory bytes");
  EXPECT_THAT(traffic->change, Not(IsEmpty()));
}

TEST(Advice, WhereTheSameResourceStaysTheLimitTimeFollowsItsDemand) {
  const auto advice = advice_for(RoundKernel().cycles(12, 12, 12).dram(12).compulsory(6));
  EXPECT_DOUBLE_EQ(advice.front().gain_low, 2);
  EXPECT_DOUBLE_EQ(advice.front().gain_high, 2);
  EXPECT_THAT(advice.front().assumes, HasSubstr("DRAM is at 100 % of its roof"));
}

// DRAM is busy for 12 s of which 2 are needed; then shared memory takes 4 s, or 6.7 s at 60 % of its roof.
TEST(Advice, AResourceThatTakesOverMayBeKeptLessBusy) {
  const auto advice = advice_for(RoundKernel().cycles(12, 12, 12).dram(12).compulsory(2).shared(0.125, 0.125));
  EXPECT_DOUBLE_EQ(advice.front().gain_low, 12 * 0.6 / 4);
  EXPECT_DOUBLE_EQ(advice.front().gain_high, 3);
  EXPECT_THAT(advice.front().assumes, HasSubstr("shared memory becomes the bottleneck"));
}

// Issue slots are taken for 94 % of the time: nothing that leaves the instructions as they are makes it shorter than
// that.
TEST(Advice, WhatLeavesTheDemandAsItIsLeavesItsTime) {
  Gap gap;
  gap.total = 3;
  gap.busiest_fraction = 0.94;
  Advice stalls{"stalls", "", "", "", 1, 1.5, ""}, sectors{"coalescing", "", "", "", 1, 1.5, ""};
  cap(stalls, gap);
  cap(sectors, gap);
  EXPECT_DOUBLE_EQ(stalls.gain_high, 1 / 0.94);
  EXPECT_DOUBLE_EQ(sectors.gain_high, 1.5);
}

TEST(Advice, TheMostPromisingComesFirst) {
  const auto advice = advice_for(saturated());
  ASSERT_EQ(advice.size(), 2u);
  EXPECT_EQ(advice[0].id, "cache-traffic");
  EXPECT_EQ(advice[1].id, "bank-conflicts");  // 1 to 8/6
  EXPECT_DOUBLE_EQ(advice[1].gain_low, 1);
  EXPECT_DOUBLE_EQ(advice[1].gain_high, 8.0 / 6);
}

TEST(Advice, AKernelAtItsRoofGetsNone) {
  EXPECT_THAT(advice_for(RoundKernel().cycles(12, 12, 12).dram(12).compulsory(12)), IsEmpty());
}

TEST(Advice, GainsBelowTwoPercentAreNotMentioned) {
  EXPECT_THAT(advice_for(RoundKernel().cycles(12, 12, 12).dram(12).compulsory(11.9)), IsEmpty());
  EXPECT_EQ(advice_for(RoundKernel().cycles(12, 12, 12).dram(12).compulsory(11)).size(), 1u);
}

TEST(Advice, WhereNothingIsSaturatedLessDemandMayBringNothing) {
  const auto advice = advice_for(RoundKernel().cycles(12, 12, 12).dram(3).compulsory(1.5));
  const Advice* traffic = advice_called(advice, "cache-traffic");
  ASSERT_TRUE(traffic);
  EXPECT_DOUBLE_EQ(traffic->gain_low, 1);
  EXPECT_DOUBLE_EQ(traffic->gain_high, 2);
  EXPECT_THAT(traffic->assumes, HasSubstr("no resource is saturated"));
  EXPECT_EQ(advice.front().id, "cache-traffic") << "what is unexplained gets no advice";
}

// DRAM moves four times what is compulsory; half of the sectors was not asked for, and may be part of that.
TEST(Advice, OnDramTrafficNamesSectorsThatAreUsedInPart) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(8).compulsory(2);
  const auto plain = advice_for(kernel);
  ASSERT_TRUE(advice_called(plain, "cache-traffic"));
  EXPECT_EQ(advice_called(plain, "cache-traffic")->cause, "DRAM moves the same data more than once.");
  kernel.count("l1tex__t_bytes.sum", 8).count("lts__t_sectors_srcunit_tex.sum", 0.25).global(0, 0, 4, 0.25);
  const auto partly = advice_for(kernel);
  ASSERT_TRUE(advice_called(partly, "cache-traffic"));
  EXPECT_THAT(advice_called(partly, "cache-traffic")->cause, HasSubstr("partly used sectors"));
  EXPECT_THAT(advice_called(partly, "cache-traffic")->change, HasSubstr("Coalesce accesses first"));
}

TEST(Advice, WhatMayHaveToStayBeginsAtOne) {
  // The FP32 pipe is busy with additions and products for all 12 s.
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).instructions(0.1875, 6, 6).arithmetic(3, 3, 0).compulsory(1);
  kernel.observation().work->operations[Precision::fp32] = Operations(6e9);
  const auto advice = advice_for(kernel);
  const Advice* mix = advice_called(advice, "fma-mix");
  ASSERT_TRUE(mix);
  EXPECT_DOUBLE_EQ(mix->gain_low, 1);
  EXPECT_DOUBLE_EQ(mix->gain_high, 2);
  EXPECT_THAT(mix->assumes, HasSubstr("may be unavoidable"));
  EXPECT_EQ(mix->evidence, "0.0 % of the FP32 arithmetic is fused: at most 50 % of the roof");
}

// Of 5 additions and 1 product one pair can be fused, which leaves 5 instructions of 6.
TEST(Advice, FusesNoAdditionWithoutAProduct) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).instructions(0.1875, 6, 6).arithmetic(5, 1, 0).compulsory(1);
  kernel.observation().work->operations[Precision::fp32] = Operations(6e9);
  EXPECT_NEAR(advice_called(advice_for(kernel), "fma-mix")->gain_high, 6.0 / 5, 1e-9);
  kernel.arithmetic(6, 0, 0);
  EXPECT_FALSE(advice_called(advice_for(kernel), "fma-mix"));
}

TEST(Advice, SpeaksOfTheFormatThatTheKernelComputesIn) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).instructions(0.1875, 6, 6).arithmetic(0, 0, 0).compulsory(1);
  kernel.count("smsp__sass_thread_inst_executed_op_dadd_pred_on.sum", 3, 1);
  kernel.count("smsp__sass_thread_inst_executed_op_dmul_pred_on.sum", 3, 1);
  kernel.machine().ceilings.compute.push_back(
      {Precision::fp64, OperationRate(1e9), kernel.machine().ceilings.compute.front().origin});
  kernel.observation().work->operations[Precision::fp64] = Operations(6e9);
  const auto advice = advice_for(kernel);
  const Advice* mix = advice_called(advice, "fma-mix");
  ASSERT_TRUE(mix);
  EXPECT_EQ(mix->evidence, "0.0 % of the FP64 arithmetic is fused: at most 50 % of the roof");
}

// 48 G warp instructions fill the slots of 12 s; a quarter of their lanes does fused arithmetic.
TEST(Advice, OverheadTellsWhatIssueAllows) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).instructions(48, 1536, 1536).arithmetic(0, 0, 384).shared(0, 0);
  kernel.local(0, 0);
  kernel.count("smsp__sass_inst_executed_op_global_ld.sum", 0).count("smsp__sass_inst_executed_op_global_st.sum", 0);
  kernel.machine().ceilings.compute.front().rate = OperationRate(256e9);
  const auto advice = advice_for(kernel);
  const Advice* overhead = advice_called(advice, "overhead");
  ASSERT_TRUE(overhead);
  EXPECT_EQ(overhead->evidence,
            "100 % of the issue slots are used; the instruction mix allows at most 0.064 TFLOP/s of FP32");
  EXPECT_DOUBLE_EQ(overhead->gain_low, 1);
  EXPECT_DOUBLE_EQ(overhead->gain_high, 4);
  kernel.count("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 15.36);  // of 1536
  EXPECT_THAT(advice_called(advice_for(kernel), "overhead")->evidence, Not(HasSubstr("convert")));
  kernel.count("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 153.6);
  EXPECT_THAT(advice_called(advice_for(kernel), "overhead")->evidence,
              HasSubstr("; 10 % of the instructions convert between formats (integer division and modulo do, too)"));
}

// A division by a variable: two conversions and a reciprocal, which are three instructions of the special functions'
// pipe.
// 4 of 100 instructions are on the pipe of special functions, which takes conversions as well.
TEST(Advice, SpecialFunctionsAreWhatCannotBeConversions) {
  const auto share = [](double converted) {
    RoundKernel kernel = RoundKernel().instructions(100, 3200, 3200).count("sm__inst_executed_pipe_xu.sum", 4);
    kernel.count("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 32 * converted, 1);
    const Analysis analysis = kernel.analysis();
    return special_function_share(analysis.machines.front().kernels.front());
  };
  EXPECT_DOUBLE_EQ(share(0).value(), 0.04);
  EXPECT_DOUBLE_EQ(share(1).value(), 0.03);
  EXPECT_FALSE(share(3)) << "1 % is not worth a sentence";
  EXPECT_FALSE(share(5));
}

TEST(Advice, DivisionsAreToldByWhatTheyConvert) {
  RoundKernel kernel;
  kernel.count("sm__inst_executed_pipe_xu.sum", 3)
      .count("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 64);
  const auto divisions = [&](double integers) {
    kernel.count("smsp__sass_thread_inst_executed_op_integer_pred_on.sum", integers);
    const Analysis analysis = kernel.analysis();
    return divisions_of(analysis.machines.front().kernels.front());
  };
  EXPECT_DOUBLE_EQ(divisions(32 * 9), 1e9);
  EXPECT_DOUBLE_EQ(divisions(32 * 8), 0);  // exponentials and halves of results look alike, but for the integers
  // Powers look alike among more multiplications than integer operations.
  kernel.count("smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", 32 * 9);
  EXPECT_DOUBLE_EQ(divisions(32 * 9), 1e9);
  kernel.count("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", 1);
  EXPECT_DOUBLE_EQ(divisions(32 * 9), 0);
  EXPECT_DOUBLE_EQ(divisions(32 * 10), 1e9);
  kernel.count("smsp__sass_thread_inst_executed_op_conversion_pred_on.sum", 60);
  EXPECT_DOUBLE_EQ(divisions(32 * 10), 0);
}

TEST(Advice, ExcessWorkNamesTheResourceThatHasIt) {
  const auto advice =
      advice_for(RoundKernel().cycles(12, 12, 12).dram(3).compulsory(3).count("l1tex__t_bytes.sum", 48));
  const Advice* excess = advice_called(advice, "unclassified");
  ASSERT_TRUE(excess);
  EXPECT_THAT(excess->cause, HasSubstr("L1"));
  EXPECT_THAT(excess->change, HasSubstr("registers"));
  EXPECT_DOUBLE_EQ(excess->gain_high, 4);  // 12 s of L1, 3 s of DRAM
}

// 12 s of atomics, and 3 s of DRAM's that the task needs.
TEST(Advice, ExcessOfAtomicsIsTheirs) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(3).compulsory(3);
  kernel.machine().ceilings.instruction = {
      {Pipe::shared_atomic, OperationRate(1e9), kernel.machine().ceilings.compute.front().origin}};
  kernel.count("smsp__sass_l1tex_data_pipe_lsu_wavefronts_mem_shared_op_atom.sum", 12);
  const auto advice = advice_for(kernel);
  EXPECT_FALSE(advice_called(advice, "unclassified"));
  ASSERT_TRUE(advice_called(advice, "atomics"));
  EXPECT_THAT(advice_called(advice, "atomics")->change, HasSubstr("Combine values in registers"));
  EXPECT_DOUBLE_EQ(advice_called(advice, "atomics")->gain_high, 4);
}

TEST(Advice, SharedMemoryIsSpelledOut) {
  const auto advice = advice_for(RoundKernel().cycles(12, 12, 12).dram(3).compulsory(3).shared(0.375, 0.375));
  EXPECT_EQ(advice_called(advice, "unclassified")->cause,
            "Shared memory serves more traffic than the task needs, and no known inefficiency explains it; the usual "
            "cause is "
            "missing reuse (tiling, register blocking).");
}

TEST(Advice, AWrongResultGetsNone) {
  RoundKernel kernel = saturated();
  kernel.observation().verification.status = VerificationStatus::mismatch;
  EXPECT_THAT(advice_for(kernel), IsEmpty());
}

// Compute capability 9.0 holds 65536 registers and 64 warps: 256 threads of 64 registers allow 4 blocks, half the
// warps.
RoundKernel half_full() {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(3).compulsory(3);
  Launch& launch = kernel.observation().launches.front();
  launch.grid = {100, 1, 1};
  launch.block = {256, 1, 1};
  launch.registers_per_thread = 64;
  launch.blocks_per_sm = 4;
  return kernel;
}

TEST(Advice, MoreResidentWarpsBringAtMostTheirRatio) {
  const auto advice = advice_for(half_full());
  const Advice* occupancy = advice_called(advice, "occupancy");
  ASSERT_TRUE(occupancy);
  EXPECT_DOUBLE_EQ(occupancy->gain_high, 1.25);
  EXPECT_DOUBLE_EQ(occupancy->gain_low, 1);
  EXPECT_EQ(occupancy->change, "Try at most 48 registers per thread: 62 % of the warps.") << "with 32 it would spill";
  EXPECT_EQ(occupancy->evidence, "50 % of the warps that an SM can hold, limited by registers");
}

TEST(Advice, AGridThatFitsAtOnceHasNoMoreBlocksToHold) {
  RoundKernel kernel = half_full();
  kernel.observation().launches.front().grid = {4, 1, 1};
  EXPECT_FALSE(advice_called(advice_for(kernel), "occupancy"));
}

TEST(Advice, OccupancyThatTheDriverCountsOtherwiseIsNotAdvisedOn) {
  RoundKernel kernel = half_full();
  kernel.observation().launches.front().blocks_per_sm = 3;
  EXPECT_FALSE(advice_called(advice_for(kernel), "occupancy"));
}

// 1000 threads of one SM draw 0.25 GB/s of 1: by a latency of 32 us they have 8.3 bytes in flight each.
TEST(Advice, LoadsInFlightAreCountedOutWhereTheLatencyRoofIsKnown) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).idle().dram(3).compulsory(3).instructions(0.1, 3.2, 3.2);
  kernel.machine().device.threads_per_sm = 2000;
  kernel.count("sm__warps_active.avg.pct_of_peak_sustained_active", 50e-9);
  const LatencyRoof roof{{Seconds(32e-6), 2, ByteRate(1e9)}, {}, {}};
  const auto advice = advice_for(kernel, &roof);
  const Advice* loads = advice_called(advice, "loads-in-flight");
  ASSERT_TRUE(loads);
  EXPECT_EQ(loads->evidence,
            "about 8.3 bytes of loads per thread are in flight, as the latency roof gives for this bandwidth");
  EXPECT_EQ(loads->change, "Keep 8 independent float4 loads per thread in flight at this occupancy.");
  EXPECT_NEAR(loads->gain_high, 4 / std::sqrt(1 + 1.0 / 16), 1e-9);  // 128 bytes: 4 GB/s against a maximum of 1
  EXPECT_NEAR(loads->gain_low, loads->gain_high / 1.15, 1e-9);
  const auto unsure = advice_for(RoundKernel(kernel).erase("l1tex__t_bytes.sum"), &roof);
  ASSERT_TRUE(advice_called(unsure, "loads-in-flight"));
  EXPECT_EQ(advice_called(unsure, "loads-in-flight")->gain_low, 1) << "L1 may be what binds it";
  EXPECT_FALSE(advice_called(advice_for(kernel), "loads-in-flight"));
}

TEST(Advice, OfTheTransposesOnlyTheOneWithConflictsIsToldOfThem) {
  const Recording recording = fixtures::twelve_kernels();
  const Analysis analysis = analyse(recording);
  for (const AnalysedKernel& kernel : analysis.machines.front().kernels) {
    const bool tiled = kernel.observation->name == "transpose/tiled";
    const Explanation why = explain(kernel);
    const Advice* conflicts = advice_called(why.advice, "bank-conflicts");
    if (kernel.observation->name.starts_with("transpose/")) {
      EXPECT_EQ(conflicts != nullptr, tiled) << kernel.observation->name;
    }
    if (tiled) {
      EXPECT_EQ(&why.advice.front(), conflicts);
    }
  }
}

// Blocks of 16 threads: half of the lanes of each warp, whatever its branches do.
TEST(Advice, ABlockThatIsNoMultipleOfAWarpLeavesLanesEmpty) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).instructions(48, 768, 768).arithmetic(0, 0, 0).shared(0, 0);
  kernel.observation().launches.front().block = {16, 1, 1};
  const auto partial = advice_for(kernel);
  ASSERT_TRUE(advice_called(partial, "divergence"));
  EXPECT_EQ(advice_called(partial, "divergence")->cause, "Blocks of 16 threads leave lanes of their last warp empty.");
  kernel.observation().launches.front().block = {32, 1, 1};
  EXPECT_THAT(advice_called(advice_for(kernel), "divergence")->cause, HasSubstr("Warps diverge"));
}

// A quarter of a wave; DRAM takes 3 s of 12, and nothing tells where the others go.
TEST(Advice, AGridThatFillsNoSmHidesLittle) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(3).count("sm__cycles_active.sum", 48).idle();
  kernel.count("sm__warps_active.avg.pct_of_peak_sustained_active", 25e-9).instructions(4.8, 153.6, 153.6);
  kernel.machine().device.sm_count = 4;
  Launch& launch = kernel.observation().launches.front();
  launch.grid = {4, 1, 1};
  launch.blocks_per_sm = 4;
  const auto advice = advice_for(kernel);
  const Advice* few = advice_called(advice, "few-warps");
  ASSERT_TRUE(few);
  EXPECT_THAT(few->evidence, HasSubstr("16.0 of 64 warps on each SM"));
  EXPECT_THAT(few->evidence, HasSubstr("an instruction every 160 cycles"));  // 4 warps, 4.8 of 4 * 48 cycles
  EXPECT_THAT(few->cause, HasSubstr("to hide what each of them waits for"));
  EXPECT_DOUBLE_EQ(few->gain_high, 4);
  // 64 warps for 12 G cycles.
  kernel.machine().device.threads_per_sm = 2048;
  const std::string loads = "sm__inst_pending_pipe_lsu_mem_lg_cmd_read.sum";
  EXPECT_THAT(advice_called(advice_for(RoundKernel(kernel).count(loads, 768)), "few-warps")->cause,
              HasSubstr("each waits for one load at a time"));
  EXPECT_THAT(advice_called(advice_for(RoundKernel(kernel).count(loads, 2 * 768)), "few-warps")->cause,
              HasSubstr("to hide"));
  launch.grid = {16, 1, 1};
  EXPECT_FALSE(advice_called(advice_for(kernel), "few-warps")) << "a whole wave";
  launch.grid = {15, 1, 1};
  kernel.count("sm__warps_active.avg.pct_of_peak_sustained_active", 94e-9);
  EXPECT_FALSE(advice_called(advice_for(kernel), "few-warps")) << "15 of 16 warps are many";
  // 4 warps an SM, one for each scheduler; 4 and 3 cycles from one instruction to the next.
  launch.grid = {4, 1, 1};
  kernel.count("sm__warps_active.avg.pct_of_peak_sustained_active", 6.25e-9);
  EXPECT_THAT(advice_called(advice_for(kernel.instructions(48, 1536, 1536)), "few-warps")->cause,
              HasSubstr("each instruction waits for the result of the one before"));
  EXPECT_THAT(advice_called(advice_for(kernel.instructions(64, 2048, 2048)), "few-warps")->cause, HasSubstr("to hide"));
}

}  // namespace
}  // namespace rooflens::models

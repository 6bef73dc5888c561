// A kernel whose warps were sampled: four schedulers at 1 GHz with 8 warps each, 1 G instructions for each of them.
#include <gtest/gtest.h>

#include "tests/models/advice_of.hpp"
#include "tests/models/gap_of.hpp"

namespace rooflens::models {
namespace {

// A sample in `one_in` is of a warp that issues.
Recording sampled(double one_in, double samples = 64'000) {
  RoundKernel kernel = RoundKernel().cycles(12, 12, 12).dram(3).instructions(4, 4 * 32, 4 * 32);
  kernel.count("sm__warps_active.avg.pct_of_peak_sustained_active", 50e-9);
  kernel.machine().device.threads_per_sm = 2048;
  kernel.observation().launches.front().function = "f";
  kernel.recording.functions.push_back({.function = "f", .instructions = {}});
  Instruction instruction;
  instruction.values = {{"stall.selected", samples / one_in},
                        {"stall.barrier", samples * (0.5 - 1 / one_in)},
                        {"stall.long_scoreboard", samples / 2 - 1}};
  instruction.values["stall.barrier"] += 1;
  kernel.recording.functions.front().instructions.push_back(instruction);
  return kernel.recording;
}

Gap gap_of_first(const Recording& recording) {
  return *analyse(recording).machines.front().kernels.front().explanation.gap;
}

// 8 warps of which one in 64 issues: an instruction in 8 cycles, 8 s, where DRAM needs 3.
TEST(StalledTime, SamplesTellHowOftenWarpsIssue) {
  const Recording recording = sampled(64);
  const Gap gap = gap_of_first(recording);
  EXPECT_NEAR(gap.predicted->value(), 8, 1e-6);
  EXPECT_NEAR(factor(gap, "stalls"), 8.0 / 3, 1e-6);
  EXPECT_NEAR(factor(gap, "unexplained"), 1.5, 1e-6);
  EXPECT_NEAR(product(gap), gap.total, 1e-9);
}

TEST(StalledTime, TheKernelsTimePlaysNoPart) {
  Recording longer = sampled(64);
  longer.observations.front().durations = {Seconds(1.3 * 12)};
  EXPECT_DOUBLE_EQ(factor(gap_of_first(longer), "stalls"), factor(gap_of_first(sampled(64)), "stalls"));
}

TEST(StalledTime, SamplesThatAccountForMoreThanTheTimeAreToldByTheRest) {
  EXPECT_NEAR(factor(gap_of_first(sampled(108)), "unexplained"), 12 / 13.5, 1e-6) << "13.5 s by samples, measured 12";
}

std::vector<Advice> advice_of_first(const Recording& recording) {
  return analyse(recording).machines.front().kernels.front().explanation.advice;
}

// 8 s by samples, where DRAM needs 3.
TEST(StalledTime, AdvisesOnTheWaitWithMostSamplesUpToAllTimeThatTheyShow) {
  const auto advice = advice_of_first(sampled(64));
  ASSERT_TRUE(advice_called(advice, "stalls"));
  EXPECT_NEAR(advice_called(advice, "stalls")->gain_high, 8.0 / 3, 1e-6);
}

// Loads use an eighth of the 4 GB that they move through an L1 of 4 GB/s: most of them wait for sectors of their own.
TEST(StalledTime, WaitsOfScatteredLoadsGoWithCoalescing) {
  const auto with_loads = [](double bytes, double one_in) {
    RoundKernel kernel;
    kernel.recording = sampled(one_in);
    kernel.dram(0.1).count("l1tex__t_bytes.sum", 16).global(bytes, 16.0 / 32, 0, 0);
    kernel.count("smsp__sass_inst_executed_op_global_ld.sum", bytes / 128)
        .count("lts__t_sectors_srcunit_tex.sum", 0.01);
    return kernel.recording;
  };
  const auto scattered = advice_of_first(with_loads(2, 64)), before = advice_of_first(with_loads(2, 8));
  ASSERT_TRUE(advice_called(scattered, "coalescing"));
  ASSERT_TRUE(advice_called(before, "coalescing"));
  EXPECT_FALSE(advice_called(scattered, "stalls"));
  EXPECT_NEAR(advice_called(scattered, "coalescing")->gain_high,
              advice_called(before, "coalescing")->gain_high * 8.0 / 4, 1e-6)
      << "8 s by samples, 4 s of L1; one in 8 is less than those";
  EXPECT_TRUE(advice_called(advice_of_first(with_loads(15, 64)), "stalls")) << "one in 16 bytes is unused";
}

TEST(StalledTime, TooFewSamplesOrKernelsThatShareThemSayNothing) {
  EXPECT_FALSE(gap_of_first(sampled(64, 900)).find("stalls"));
  EXPECT_FALSE(gap_of_first(sampled(8)).find("stalls")) << "an instruction a cycle: 1 s";
  Recording shared = sampled(64);
  shared.observations.push_back(shared.observations.front());
  EXPECT_FALSE(gap_of_first(shared).find("stalls"));
}

}  // namespace
}  // namespace rooflens::models

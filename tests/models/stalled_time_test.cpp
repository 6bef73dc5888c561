// A kernel whose warps were sampled: four schedulers at 1 GHz with 8 warps each, 1 G instructions for each of them.
#include <gtest/gtest.h>

#include "tests/models/gap_of.hpp"
#include "tests/models/round_kernel.hpp"

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
  EXPECT_NEAR(gap.predicted.value(), 8, 1e-6);
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

TEST(StalledTime, AdvisesOnTheWaitWithMostSamples) {
  const Analysis analysis = analyse(sampled(64));
  const auto& advice = analysis.machines.front().kernels.front().explanation.advice;
  const auto it = std::find_if(advice.begin(), advice.end(), [](const Advice& a) { return a.id == "stalls"; });
  ASSERT_NE(it, advice.end());
  EXPECT_NEAR(it->gain_high, 2, 0.01) << "half of the samples are of one wait";
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

#include "models/place/time_mismatch.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "models/compare/gate_metric.hpp"
#include "models/explain/explanation.hpp"
#include "models/explain/projection.hpp"
#include "tests/models/round_kernel.hpp"

namespace rooflens::models {
namespace {

using ::testing::HasSubstr;

// Analyses a kernel of 12 s; DRAM moves 1 GB/s.
struct Analysed {
  explicit Analysed(RoundKernel round) : kernel(std::move(round)), analysis(kernel.analysis()) {}
  RoundKernel kernel;
  Analysis analysis;
  [[nodiscard]] const AnalysedKernel& seen() const { return analysis.machines.front().kernels.front(); }
  [[nodiscard]] std::string sentence() const { return seen().mismatch ? seen().mismatch->finding.cause : ""; }
};

// As of an application that is profiled: a few launches counted, others timed.
RoundKernel profiled(double gigabytes) {
  RoundKernel kernel = RoundKernel().dram(gigabytes);
  kernel.observation().replay = Replay::rotate;
  return kernel;
}

void expect_withheld(const AnalysedKernel& seen) {
  ASSERT_TRUE(seen.mismatch);
  EXPECT_TRUE(seen.mismatch->withholds_shares());
  EXPECT_EQ(seen.binding, Binding::unknown);
  EXPECT_FALSE(seen.busiest_fraction);
  EXPECT_FALSE(seen.percent_of_roof);
  for (const LevelPoint& point : seen.points) EXPECT_FALSE(point.fraction_of_ceiling) << info(point.level).label;
  for (const PrecisionWork& work : seen.operations) EXPECT_FALSE(work.fraction_of_ceiling);
  const Explanation why = explain(seen);
  EXPECT_FALSE(why.gap);
  EXPECT_TRUE(why.advice.empty());
  EXPECT_FALSE(project(seen, {seen.machine->ceilings}, {}));
  EXPECT_EQ(why_missing(*find_gate_metric("percent_of_roof"), seen), seen.mismatch->finding.cause);
  EXPECT_EQ(seen.findings.front().cause, seen.mismatch->finding.cause);
}

// 12.24 s at the roof are 102 % of the 12 s that it took.
TEST(TimeMismatch, BeginsAbove102Percent) {
  const Analysed noise(profiled(12.23));
  EXPECT_FALSE(noise.seen().mismatch);
  EXPECT_EQ(noise.seen().binding, Binding::dram);
  EXPECT_NEAR(noise.seen().percent_of_roof->fraction, 12.23 / 12, 1e-12);
  EXPECT_TRUE(explain(noise.seen()).gap);
  expect_withheld(Analysed(profiled(12.25)).seen());
}

// 4 GB/s for 12 s are 48 GB of sectors, of which loads need an eighth, or all.
TEST(TimeMismatch, UnusedSectorsOfL1AreNoContradiction) {
  const auto kernel = [](double use) {
    RoundKernel round = RoundKernel().dram(1).idle().global(54 * use, 54.0 / 32, 0, 0);
    round.count("l1tex__t_bytes.sum", 54).count("lts__t_sectors_srcunit_tex.sum", 1.0 / 32);
    return round.count("smsp__sass_inst_executed_op_global_ld.sum", 54.0 / 128);
  };
  const Analysed scattered(kernel(0.125));
  EXPECT_EQ(scattered.sentence(), "");
  EXPECT_EQ(scattered.seen().busiest, RoofResource(Level::l1));
  EXPECT_DOUBLE_EQ(*scattered.seen().busiest_fraction, 1);
  for (const LevelPoint& point : scattered.seen().points) EXPECT_LE(point.fraction_of_ceiling.value_or(0), 1);
  expect_withheld(Analysed(kernel(1)).seen());
}

TEST(TimeMismatch, NamesTheDemandTheRoofAndWhatCameOut) {
  RoundKernel kernel = profiled(17.76);
  EXPECT_EQ(Analysed(kernel).sentence(),
            "Counters and time contradict each other: DRAM traffic counted in other launches would need 148 % of the "
            "DRAM roof, by dram__bytes.sum (pass 0).");
  for (MemoryCeiling& roof : kernel.machine().ceilings.memory) roof.origin.source = CeilingSource::measured;
  kernel.observation().replay = Replay::user;
  const Analysed measured(kernel);
  EXPECT_EQ(measured.sentence(),
            "Counters and time contradict each other: DRAM traffic as counted would need 148 % of the DRAM roof that "
            "was measured on this GPU, by dram__bytes.sum (pass 0).");
  EXPECT_EQ(measured.seen().mismatch->roof, "DRAM");
  EXPECT_NEAR(*measured.seen().mismatch->fraction, 1.48, 1e-12);
  EXPECT_DOUBLE_EQ(measured.seen().point_at(Level::dram)->bandwidth.value(), 1.48e9);  // the rate stays to be seen
}

TEST(TimeMismatch, HoldsForArithmeticAndIssueSlotsToo) {
  const Analysed arithmetic(RoundKernel().dram(3).arithmetic(0, 0, 7.8));  // 15.6 of 12 GFLOP
  EXPECT_THAT(arithmetic.sentence(), HasSubstr("FP32 work as counted would need 130 % of the FP32 roof"));
  expect_withheld(arithmetic.seen());
  const Analysed issue(RoundKernel().dram(3).instructions(72, 72, 72));  // of 48 G slots
  EXPECT_THAT(issue.sentence(), HasSubstr("warp instructions as counted would need 150 % of the Warp issue roof"));
  expect_withheld(issue.seen());
}

// 4 G integer operations a second on a roof of 1: two pipes did them, and only where they are the task do they bind.
TEST(TimeMismatch, IntegerWorkBesideTheTaskHasNoShareAboveItsRoof) {
  RoundKernel kernel = RoundKernel().dram(6).count("smsp__sass_thread_inst_executed_op_integer_pred_on.sum", 48, 1);
  kernel.machine().ceilings.compute.push_back({Precision::int32, OperationRate(1e9), {}});
  const Analysed beside(kernel);
  EXPECT_FALSE(beside.seen().mismatch);
  EXPECT_FALSE(beside.seen().operations.front().fraction_of_ceiling);
  EXPECT_DOUBLE_EQ(*beside.seen().busiest_fraction, 0.5);
  kernel.observation().work.emplace();
  kernel.observation().work->operations[Precision::int32] = Operations(48e9);
  expect_withheld(Analysed(kernel).seen());
}

TEST(TimeMismatch, AFormulaMayContradictTheTimeAsWell) {
  const Analysed formula(RoundKernel().compulsory(15));
  EXPECT_EQ(formula.sentence(),
            "Formula and time contradict each other: DRAM traffic by the formula would need 125 % of the DRAM roof.");
  expect_withheld(formula.seen());
}

// The data of the task came from L2: what was counted fits, and has a limit and a gap.
TEST(TimeMismatch, ATaskThatACacheServedHasNoShareOfItsRoof) {
  const Analysed warm(RoundKernel().dram(9).compulsory(15).cycles(12, 12, 12));
  EXPECT_EQ(warm.seen().binding, Binding::dram);
  EXPECT_FALSE(warm.seen().percent_of_roof);
  EXPECT_TRUE(explain(warm.seen()).gap);
  EXPECT_EQ(warm.seen().mismatch->kind, Mismatch::task);
  EXPECT_THAT(warm.sentence(), HasSubstr("what the task needs at least would need 125 % of the DRAM roof"));
}

// The roof of 1 GFLOP/s was measured at 1 GHz. At 1.2 GHz it is 1.2, which 13.2 GFLOP in 12 s do not reach.
TEST(TimeMismatch, AFasterClockThanTheRoofsIsNoContradiction) {
  RoundKernel kernel = RoundKernel().dram(3).arithmetic(0, 0, 6.6);
  kernel.machine().device.sm_clock_maximum = Hertz(1.2e9);
  kernel.observation().clocks_during.sm = Hertz(1.2e9);
  for (ComputeCeiling& roof : kernel.machine().ceilings.compute) roof.origin.source = CeilingSource::measured;
  const Analysed fast(kernel);
  EXPECT_FALSE(fast.seen().mismatch);
  EXPECT_NEAR(*fast.seen().busiest_fraction, 13.2 / 14.4, 1e-9);
  EXPECT_NEAR(*fast.seen().operations.front().fraction_of_ceiling, 13.2 / 14.4, 1e-9);
}

// 90 % of the roof at 1 GHz would be 180 % at the 0.5 GHz that the driver read.
TEST(TimeMismatch, AClockThatTheTimeContradictsLeavesNoGap) {
  RoundKernel kernel = RoundKernel().dram(3).arithmetic(0, 0, 5.4);
  EXPECT_TRUE(explain(Analysed(kernel).seen()).gap);
  kernel.observation().clocks_during.sm = Hertz(0.5e9);
  const Analysed slow(kernel);
  EXPECT_DOUBLE_EQ(*slow.seen().busiest_fraction, 0.9);
  EXPECT_EQ(slow.seen().mismatch->kind, Mismatch::clock);
  EXPECT_THAT(slow.sentence(), HasSubstr("at the clock of the run the demand on FP32 would need 180 % of its roof "
                                         "(0.50 GHz)"));
  EXPECT_FALSE(explain(slow.seen()).gap);
}

RoundKernel of_works(const std::string& counter, double least, double most) {
  RoundKernel kernel = profiled(9).count(counter, (least + most) / 2);
  CounterValue value = *kernel.observation().counters.find(counter);
  value.samples = 2;
  value.min = least * 1e9;
  value.max = most * 1e9;
  kernel.observation().counters.set(counter, value);
  return kernel;
}

TEST(TimeMismatch, LaunchesOfDifferentWorkHaveNoShare) {
  constexpr auto kByHardware = "smsp__inst_executed.sum";
  EXPECT_FALSE(Analysed(of_works(kByHardware, 1, 1.02)).seen().mismatch);
  const Analysed varies(of_works(kByHardware, 1, 9));
  EXPECT_EQ(varies.sentence(),
            "Counters and time are of different work: launches that were counted executed 1e+09 to 9e+09 warp "
            "instructions, and those that were timed are not the same ones.");
  EXPECT_EQ(varies.seen().mismatch->kind, Mismatch::work_varies);
  expect_withheld(varies.seen());
}

// Kernels that poll execute more instructions the slower they run, which patched code does.
TEST(TimeMismatch, PatchedCodeIsAskedOnlyWhereMonitorsDidNotCount) {
  constexpr auto kPatched = "smsp__sass_inst_executed.sum";
  expect_withheld(Analysed(of_works(kPatched, 1, 1.1)).seen());
  EXPECT_FALSE(Analysed(of_works(kPatched, 1, 1.1).count("smsp__inst_executed.sum", 1)).seen().mismatch);
}

// 8 % more instructions, the same sectors written and the same time: one work. More of either is another work.
TEST(TimeMismatch, AKernelThatPollsDoesOneWork) {
  const auto polling = [](double instructions, double written, double longest = 12) {
    RoundKernel kernel = of_works("smsp__inst_executed.sum", 1, instructions);
    kernel.observation().durations = {Seconds(12), Seconds(12), Seconds(longest), Seconds(longest)};
    CounterValue value = *kernel.observation().counters.find("smsp__inst_executed.sum");
    value.min = 5e6;
    value.max = written * 5e6;
    kernel.observation().counters.set("lts__t_sectors_op_write.sum", value);
    return Analysed(kernel).seen().mismatch.has_value();
  };
  EXPECT_FALSE(polling(1.08, 1.01));
  EXPECT_TRUE(polling(1.08, 1.05));
  EXPECT_TRUE(polling(1.2, 1.01));
  EXPECT_TRUE(polling(1.08, 1.01, 16)) << "some launches take longer";
}

TEST(TimeMismatch, TheVerdictCountsThem) {
  EXPECT_EQ(Analysed(profiled(15)).analysis.machines.front().verdict,
            "Its bound is unknown: its counters and its time contradict each other.");
}

}  // namespace
}  // namespace rooflens::models

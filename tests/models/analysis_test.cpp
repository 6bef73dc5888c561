#include "models/explain/analysis.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <limits>

#include "models/counters/counter_rules.hpp"
#include "models/gap/gap.hpp"
#include "tests/fixtures/recordings.hpp"
#include "tests/models/round_kernel.hpp"

namespace rooflens::models {
namespace {

const AnalysedKernel& named(const Analysis& analysis, std::string_view name) {
  for (const AnalysedKernel& kernel : analysis.machines.front().kernels) {
    if (kernel.observation->name == name) return kernel;
  }
  throw std::out_of_range(std::string(name));
}

bool has(const std::vector<Finding>& findings, std::string_view topic) {
  return std::any_of(findings.begin(), findings.end(), [&](const Finding& f) { return f.topic == topic; });
}

bool advised(const AnalysedKernel& kernel, std::string_view id) {
  const auto& advice = kernel.explanation.advice;
  return std::any_of(advice.begin(), advice.end(), [&](const Advice& a) { return a.id == id; });
}

class TwelveKernels : public ::testing::Test {
 protected:
  Recording recording = fixtures::twelve_kernels();
  Analysis analysis = analyse(recording);
};

TEST_F(TwelveKernels, AStreamingKernelIsBoundByDram) {
  const auto& kernel = named(analysis, "vector_add/float4");
  EXPECT_EQ(kernel.binding, Binding::dram);
  // 1610.6 MB compulsory / (2 x 3.201 GHz x 6144 bit / 8) / 383 us
  ASSERT_TRUE(kernel.percent_of_roof);
  EXPECT_NEAR(kernel.percent_of_roof->fraction, 1610.6e6 / 4.9167e12 / 383e-6, 0.002);
  EXPECT_TRUE(kernel.percent_of_roof->compulsory);
  EXPECT_EQ(kernel.percent_of_roof->roof, "DRAM");
}

TEST_F(TwelveKernels, WastedTrafficIsNotEfficiency) {
  const auto& kernel = named(analysis, "transpose/naive-row");
  const auto dram =
      std::find_if(kernel.points.begin(), kernel.points.end(), [](auto& p) { return p.level == Level::dram; });
  ASSERT_NE(dram, kernel.points.end());
  EXPECT_GT(*dram->fraction_of_ceiling, 1.7 * kernel.percent_of_roof->fraction);
  EXPECT_NEAR(*kernel.comparison.dram_bytes, 3900 / 2147.5, 0.001);
  EXPECT_TRUE(advised(kernel, "cache-traffic"));
}

// 3 times the compulsory bytes at 1 % of the roof: fewer of them save no time.
TEST_F(TwelveKernels, WastedTrafficIsNoAdviceWhereDramIsIdle) {
  EXPECT_FALSE(advised(named(analysis, "sgemm/naive"), "cache-traffic"));
}

TEST_F(TwelveKernels, NoFindingAdvises) {
  for (const AnalysedKernel& kernel : analysis.machines.front().kernels) {
    for (const Advice& advice : kernel.explanation.advice) EXPECT_FALSE(has(kernel.findings, advice.id));
  }
}

TEST_F(TwelveKernels, StandInTheOrderOfWhatTheirRoofsLeave) {
  double before = 1e9;
  for (const std::size_t i : analysis.machines.front().by_recoverable) {
    const AnalysedKernel& kernel = analysis.machines.front().kernels[i];
    ASSERT_TRUE(kernel.recoverable) << kernel.observation->name;
    EXPECT_LE(kernel.recoverable->at_most.value(), before);
    EXPECT_LE(kernel.recoverable->at_least, kernel.recoverable->at_most);
    before = kernel.recoverable->at_most.value();
  }
}

TEST(Analysis, FindsCountersThatCannotBeTrue) {
  RoundKernel kernel;
  kernel.cycles(12, 10, 9);
  EXPECT_FALSE(has(analyse(kernel.recording).machines.front().kernels.front().findings, kContradictoryCounters));
  kernel.cycles(12, 10, 11);  // a mean above the maximum
  EXPECT_TRUE(has(analyse(kernel.recording).machines.front().kernels.front().findings, kContradictoryCounters));
}

// With 16 G thread instructions, 16 lanes are active of 32 that a warp has, and half of those switched on.
RoundKernel half_active(double threads) { return RoundKernel().dram(3).instructions(1, threads, 8).cycles(12, 10, 9); }

TEST(Analysis, WhatContradictoryCountersGiveIsAbsentAndSaid) {
  constexpr std::array kLanes{"lane_efficiency", "predication_efficiency"};
  const auto has_metric = [](const AnalysedKernel& kernel, std::string_view id) {
    return std::any_of(kernel.metrics.begin(), kernel.metrics.end(),
                       [&](const DerivedMetric& m) { return m.row->id == id; });
  };
  for (const double threads : {64.0, -16.0, std::numeric_limits<double>::infinity()}) {
    const RoundKernel kernel = half_active(threads);
    const Analysis analysis = kernel.analysis();
    const AnalysedKernel& seen = analysis.machines.front().kernels.front();
    EXPECT_TRUE(has(seen.findings, kContradictoryCounters)) << threads;
    EXPECT_FALSE(advised(seen, "divergence")) << threads;
    for (const char* id : kLanes) EXPECT_FALSE(has_metric(seen, id)) << id << threads;
    EXPECT_TRUE(has_metric(seen, "sm_balance")) << threads;
    EXPECT_TRUE(has_metric(seen, "dram_bytes")) << threads;
    const auto absent = [&](std::string_view id) {
      return std::any_of(seen.absent_metrics.begin(), seen.absent_metrics.end(),
                         [&](const AbsentMetric& m) { return m.row->id == id && !m.counters.empty(); });
    };
    for (const char* id : kLanes) EXPECT_TRUE(absent(id)) << id << threads;
    EXPECT_FALSE(seen.instruction_roofline && seen.instruction_roofline->heights.active) << threads;
    const std::optional<Gap> gap = explain_gap(seen);
    ASSERT_TRUE(gap) << threads;
    EXPECT_FALSE(gap->find("divergence")) << threads;
    EXPECT_TRUE(gap->find("imbalance")) << threads;
  }
  const RoundKernel fine = half_active(16);
  const Analysis analysis = fine.analysis();
  EXPECT_TRUE(analysis.machines.front().kernels.front().absent_metrics.empty());
  for (const char* id : kLanes) EXPECT_TRUE(has_metric(analysis.machines.front().kernels.front(), id)) << id;
}

TEST(Analysis, AnOccupancyAboveAllIsAbsent) {
  constexpr auto kOccupancy = "sm__warps_active.avg.pct_of_peak_sustained_active";
  const auto achieved = [&](double percent) {
    const RoundKernel kernel = RoundKernel().dram(3).count(kOccupancy, percent * 1e-9);
    return kernel.analysis().machines.front().kernels.front().achieved_occupancy;
  };
  EXPECT_DOUBLE_EQ(achieved(50).value(), 0.5);
  EXPECT_EQ(achieved(250), std::nullopt);
}

TEST_F(TwelveKernels, BankConflictsAreSeenWhereTheyAreAndOnlyThere) {
  EXPECT_NEAR(*named(analysis, "transpose/tiled").bank_conflict_degree, 16.5, 1e-9);
  EXPECT_TRUE(advised(named(analysis, "transpose/tiled"), "bank-conflicts"));
  EXPECT_NEAR(*named(analysis, "transpose/padded").bank_conflict_degree, 1.0, 1e-9);
  EXPECT_FALSE(advised(named(analysis, "transpose/padded"), "bank-conflicts"));
}

// As in a grid whose barrier is polled through a generic address: 4 GB of 4-byte polls, 0.5 G accesses.
TEST(Analysis, PollsOfABarrierAreNoConflictsAndNoWonder) {
  constexpr auto kBytes = "smsp__sass_data_bytes_mem_shared.sum";
  const auto degree = [](const RoundKernel& kernel) {
    return kernel.analysis().machines.front().kernels.front().bank_conflict_degree;
  };
  EXPECT_EQ(degree(RoundKernel().shared(0.5, 0.5).count(kBytes, 400, 1)), 1.0);
  EXPECT_EQ(degree(RoundKernel().shared(1.0, 0.5).count(kBytes, 400, 1)), std::nullopt);
  EXPECT_EQ(degree(RoundKernel().shared(1.0, 0.5).count(kBytes, 64, 1)), 2.0);
}

// 16 bytes for all lanes of an access.
TEST(Analysis, ABroadcastOfWideLoadsTakesTwoWavefrontsWithoutAConflict) {
  const auto degree = [](double wavefronts) {
    const RoundKernel kernel =
        RoundKernel().shared(wavefronts, 0.5).count("smsp__sass_data_bytes_mem_shared.sum", 8, 1);
    return kernel.analysis().machines.front().kernels.front().bank_conflict_degree;
  };
  EXPECT_EQ(degree(1.0), 1.0);
  EXPECT_EQ(degree(1.5), 3.0);
}

TEST_F(TwelveKernels, IdleLanesAreNoConflicts) {
  const auto& kernel = named(analysis, "reduction/interleaved-modulo");
  EXPECT_FALSE(advised(kernel, "bank-conflicts"));
  EXPECT_EQ(kernel.binding, Binding::no_roof);
}

TEST_F(TwelveKernels, AKernelWithoutArithmeticHasBandwidthButNoHeight) {
  const auto& kernel = named(analysis, "copy/float4");
  EXPECT_FALSE(kernel.flops.has_value());
  EXPECT_FALSE(kernel.precision.has_value());
  EXPECT_FALSE(kernel.points.empty());
  EXPECT_FALSE(kernel.points.front().intensity.has_value());
}

TEST_F(TwelveKernels, ATensorKernelIsDrawnForItsTensorPrecision) {
  EXPECT_EQ(named(analysis, "sgemm/tensor-core-bf16").precision, Precision::tensor_bf16);
  EXPECT_NEAR(*named(analysis, "sgemm/tensor-core-bf16").comparison.operations, 1.0, 1e-9);
}

TEST_F(TwelveKernels, SharesOfTimeAddUpToOne) {
  double sum = 0;
  for (const auto& kernel : analysis.machines.front().kernels) sum += kernel.share_of_time;
  EXPECT_NEAR(sum, 1.0, 1e-12);
}

TEST_F(TwelveKernels, TheVerdictSaysWhereTheTimeIsAndWhatToTry) {
  EXPECT_EQ(analysis.machines.front().verdict,
            "49 % of GPU time is in one kernel at 9 % of the FP32 roof: sgemm/naive. First to try in sgemm/tiled: "
            "give each thread 2 to 4 times as many elements (not certain: up to 3.31×, saves up to 21 % of GPU time).");
}

class TroubledKernels : public ::testing::Test {
 protected:
  Recording recording = fixtures::troubled_kernels();
  Analysis analysis = analyse(recording);
  const AnalysedKernel& at(std::size_t i) { return analysis.machines.front().kernels[i]; }
};

TEST_F(TroubledKernels, AWrongResultIsAFailure) {
  EXPECT_TRUE(at(0).failed());
  EXPECT_EQ(at(0).findings.front().severity, Severity::failure);
}

TEST_F(TroubledKernels, RefusedCountersAreNamedAndTheFormulaStandsIn) {
  EXPECT_TRUE(has(at(1).findings, "refused-counters"));
  for (const LevelPoint& point : at(1).points) EXPECT_EQ(point.source, DemandSource::analytic);
}

TEST_F(TroubledKernels, APointAboveItsRoofIsReportedNotClipped) {
  ASSERT_TRUE(at(2).mismatch);
  EXPECT_GT(*at(2).mismatch->fraction, 1.3);
  EXPECT_GT(at(2).point_at(Level::dram)->bandwidth, 1.3 * at(2).point_at(Level::dram)->ceiling->rate);
  EXPECT_FALSE(at(2).percent_of_roof);
  EXPECT_TRUE(has(at(2).findings, "above-roof"));
}

TEST_F(TroubledKernels, WithoutATimeThereIsNoPoint) {
  EXPECT_FALSE(at(3).time.has_value());
  EXPECT_TRUE(at(3).points.empty());
  EXPECT_TRUE(has(at(3).findings, "no-time"));
}

const AnalysedKernel& only_kernel(const Analysis& analysis) { return analysis.machines.front().kernels.front(); }

Binding binding_of(const RoundKernel& kernel) {
  const Analysis analysis = kernel.analysis();
  return only_kernel(analysis).binding;
}

// 12 s of 4 G issue slots a second hold 48 G instructions.
TEST(Analysis, BusyIssueSlotsAreNoLatency) {
  const RoundKernel busy = RoundKernel().dram(3).instructions(36, 1152, 1152);
  const Analysis analysis = busy.analysis();
  EXPECT_EQ(only_kernel(analysis).binding, Binding::instructions);
  EXPECT_DOUBLE_EQ(*only_kernel(analysis).busiest_fraction, 0.75);
  const RoundKernel idle = RoundKernel().dram(3).instructions(12, 384, 384).idle();
  EXPECT_EQ(binding_of(idle), Binding::no_roof);
}

TEST(Analysis, AResourceIsBusyFrom60PercentOfItsRoof) {
  const auto of_ten_seconds = [](double gigabytes) {
    RoundKernel kernel = RoundKernel().dram(gigabytes).instructions(12, 384, 384).idle();
    kernel.observation().durations = {Seconds(10)};
    return binding_of(kernel);
  };
  EXPECT_EQ(of_ten_seconds(6), Binding::dram);
  EXPECT_EQ(of_ten_seconds(5.9), Binding::no_roof);
}

TEST(Analysis, WithoutCountersNothingIsKnownToBeIdle) {
  const RoundKernel formula = RoundKernel().compulsory(3);  // a quarter of what DRAM could have done
  EXPECT_EQ(binding_of(formula), Binding::unknown);
  const RoundKernel busy = RoundKernel().compulsory(9);
  EXPECT_EQ(binding_of(busy), Binding::dram);
}

RoundKernel without_dram_roof(RoundKernel kernel) {
  std::erase_if(kernel.machine().ceilings.memory, [](const auto& ceiling) { return ceiling.level == Level::dram; });
  return kernel;
}

TEST(Analysis, WhereACountedLevelHasNoRoofNothingIsKnownToBeIdle) {
  EXPECT_EQ(binding_of(RoundKernel().dram(3).instructions(12, 384, 384).idle()), Binding::no_roof);
  EXPECT_EQ(binding_of(without_dram_roof(RoundKernel().dram(3).instructions(12, 384, 384).idle())), Binding::unknown);
  EXPECT_EQ(binding_of(without_dram_roof(RoundKernel().dram(3).instructions(36, 1152, 1152))), Binding::instructions);
}

TEST(Analysis, WhereACounterIsMissingItsResourceMayHaveBeenBusy) {
  const auto kernel = [] { return RoundKernel().dram(3).instructions(12, 384, 384).idle(); };
  for (const char* missing :
       {"l1tex__t_bytes.sum", "lts__t_sectors_srcunit_tex.sum", "smsp__sass_inst_executed.sum",
        "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared.sum", "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum"}) {
    EXPECT_EQ(binding_of(kernel().erase(missing)), Binding::unknown) << missing;
  }
  // 3 G warp instructions, all of them FMAs, would be 192 GFLOP: at 64 GFLOP/s a quarter of the 12 s.
  RoundKernel few = RoundKernel().dram(3).instructions(3, 96, 96).idle();
  few.machine().ceilings.compute.front().rate = OperationRate(64e9);
  EXPECT_EQ(binding_of(few.erase("smsp__sass_thread_inst_executed_op_ffma_pred_on.sum")), Binding::no_roof);
}

TEST(Analysis, RoofsThatAreNotKnownAreNamed) {
  RoundKernel kernel = without_dram_roof(RoundKernel().dram(3).arithmetic(1, 0, 0));
  EXPECT_FALSE(has(RoundKernel().dram(3).arithmetic(1, 0, 0).analysis().machines.front().findings, "no-roof"));
  kernel.machine().ceilings.compute.clear();
  const Analysis analysis = kernel.analysis();
  const auto& findings = analysis.machines.front().findings;
  const auto found = std::find_if(findings.begin(), findings.end(), [](auto& f) { return f.topic == "no-roof"; });
  ASSERT_NE(found, findings.end());
  EXPECT_EQ(found->cause, "No roof is known for DRAM, FP32.");
}

TEST(Analysis, UncountedMatrixWorkLeavesRatesRoofsAndConflictsOpen) {
  const RoundKernel kernel = RoundKernel()
                                 .dram(3)
                                 .shared(0.1, 0.05)
                                 .count(std::string(kTensorActivity), 1)
                                 .count(std::string(kHalfOnTensorPipe), 0);
  const Analysis analysis = kernel.analysis();
  EXPECT_EQ(only_kernel(analysis).binding, Binding::unknown);
  EXPECT_FALSE(only_kernel(analysis).percent_of_roof);
  EXPECT_FALSE(only_kernel(analysis).flop_rate);
  EXPECT_FALSE(only_kernel(analysis).bank_conflict_degree);
  EXPECT_TRUE(has(only_kernel(analysis).findings, "tensor-operations"));
}

TEST(Analysis, WhetherThereWasMatrixWorkNamesTheCounterThatWouldTell) {
  const auto cause = [](const RoundKernel& kernel) {
    const Analysis analysis = kernel.analysis();
    for (const Finding& finding : only_kernel(analysis).findings) {
      if (finding.topic == "tensor-operations") return finding.cause;
    }
    return std::string();
  };
  RoundKernel kernel = RoundKernel().dram(3).count(std::string(kTensorActivity), 1);
  EXPECT_EQ(cause(kernel),
            "The tensor pipe was in use, and whether for matrix work or to load constants is not known "
            "(not collected: sm__inst_executed_pipe_tensor_op_hmma_type_hfma2.sum).");
  kernel.count(std::string(kHalfOnTensorPipe), 2, 4);  // more than all
  EXPECT_NE(cause(kernel).find("(contradictory: sm__inst_executed_pipe_tensor.sum (pass 0))"), std::string::npos)
      << cause(kernel);
  kernel.count(std::string(kHalfOnTensorPipe), 1, 4);
  EXPECT_EQ(cause(kernel), "");
}

TEST(Analysis, AnObservationOfAnUnknownMachineIsAnError) {
  Recording recording = fixtures::one_kernel();
  recording.observations.front().machine = 7;
  EXPECT_THROW((void)analyse(recording), std::invalid_argument);
}

TEST(Analysis, AnEmptyRecordingHasNothingToSay) { EXPECT_TRUE(analyse({}).machines.empty()); }

TEST(Analysis, ThrottlingDuringTheRunIsAWarningOfTheMachine) {
  Recording recording = fixtures::one_kernel();
  recording.observations.front().clocks_during.throttle_reasons = {"power cap"};
  EXPECT_TRUE(has(analyse(recording).machines.front().findings, "throttled"));
}

TEST(Analysis, WithoutAFormulaThePercentIsOfMeasuredDemand) {
  Recording recording = fixtures::one_kernel();
  recording.observations.front().work.reset();
  const Analysis analysis = analyse(recording);
  ASSERT_TRUE(analysis.machines.front().kernels.front().percent_of_roof);
  EXPECT_FALSE(analysis.machines.front().kernels.front().percent_of_roof->compulsory);
}

}  // namespace
}  // namespace rooflens::models

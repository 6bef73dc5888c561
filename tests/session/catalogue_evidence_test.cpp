// What is said of the recorded catalogue: evidence alone explains, and no share is above its roof.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>

#include "models/base/thresholds.hpp"
#include "models/explain/analysis.hpp"
#include "models/gap/gap.hpp"
#include "models/place/time_mismatch.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::session {
namespace {

using models::AnalysedKernel;
using models::GapFactor;

const models::Recording& catalogue() {
  static const models::Recording kRecording = load(ROOFLENS_SOURCE_DIR "/samples/catalogue.rlens");
  return kRecording;
}

const AnalysedKernel& kernel(const models::Analysis& analysis, std::string_view name) {
  const auto& kernels = analysis.machines.front().kernels;
  const auto it = std::find_if(kernels.begin(), kernels.end(),
                               [&](const AnalysedKernel& k) { return k.observation->name == name; });
  if (it == kernels.end()) throw std::out_of_range(std::string(name));
  return *it;
}

std::vector<std::string_view> advice_of(const AnalysedKernel& one) {
  std::vector<std::string_view> ids;
  for (const models::Advice& advice : one.explanation.advice) ids.push_back(advice.id);
  return ids;
}

const models::Advice* advice_on(const AnalysedKernel& one, std::string_view id) {
  const auto& all = one.explanation.advice;
  const auto it = std::find_if(all.begin(), all.end(), [&](const models::Advice& a) { return a.id == id; });
  return it == all.end() ? nullptr : &*it;
}

// Uneven SMs cost no more than what DRAM leaves of the time, and a launch no more than 0.7 us beside its SMs: these
// bounds go with the time by their nature.
bool is_bounded(const models::Gap& gap) {
  const auto& uneven = gap.find("imbalance")->counters;
  const auto& start = gap.find("start-up")->counters;
  return std::find(uneven.begin(), uneven.end(), "time of DRAM at its roof") != uneven.end() ||
         std::any_of(start.begin(), start.end(),
                     [](const std::string& source) { return source.starts_with("sm__cycles_elapsed.avg.per_second"); });
}

TEST(CatalogueEvidence, ACopyByTheDriverIsAtTheRoofOfCopies) {
  const models::Analysis analysis = models::analyse(catalogue());
  const AnalysedKernel& copy = kernel(analysis, "peer/memcpy-device-to-device");
  EXPECT_GT(copy.percent_of_roof->fraction, 0.95);
  EXPECT_TRUE(copy.is_at_its_roof());
  EXPECT_THAT(advice_of(copy), ::testing::IsEmpty());
}

// There it was at 84 % of the roof of copies: it has no threads that anybody could give more loads.
TEST(CatalogueEvidence, NobodyIsToldToGiveACopyMoreLoads) {
  const models::Recording h100 = load(ROOFLENS_SOURCE_DIR "/samples/catalogue-h100.rlens");
  const models::Analysis analysis = models::analyse(h100);
  EXPECT_THAT(advice_of(kernel(analysis, "peer/memcpy-device-to-device")), ::testing::IsEmpty());
}

// Its loads use an eighth of the bytes that they move, and DRAM is saturated: whether the others came from there nobody
// counted, and without them most of the time would be saved.
TEST(CatalogueEvidence, UnusedSectorsAreToldWhereDramIsSaturated) {
  const models::Recording lines = load(ROOFLENS_SOURCE_DIR "/samples/lines.rlens");
  const models::Analysis analysis = models::analyse(lines);
  const AnalysedKernel& strided = kernel(analysis, "strided");
  const models::Advice* sectors = advice_on(strided, "coalescing");
  ASSERT_TRUE(sectors);
  EXPECT_DOUBLE_EQ(sectors->gain_low, 1);
  EXPECT_GT(sectors->gain_high, 4);
  EXPECT_EQ(advice_of(strided).front(), "coalescing");
  EXPECT_GT(
      strided.recoverable->at_most / (strided.time->median * static_cast<double>(strided.observation->launches_made)),
      0.7);
}

// The other factors make up 1.66 times what it took, more than the model errs by: which of them is too large nobody
// knows.
TEST(CatalogueEvidence, WhatExplainsMoreThanTheTimePromisesLess) {
  const models::Recording training = load(ROOFLENS_SOURCE_DIR "/samples/training.rlens");
  const models::Analysis analysis = models::analyse(training);
  const auto& kernels = analysis.machines.front().kernels;
  const auto one = std::ranges::find_if(kernels, [](const AnalysedKernel& k) {
    return k.observation->name.find("GammaBetaBackwardCUDAKernelTemplate") != std::string::npos;
  });
  ASSERT_NE(one, kernels.end());
  const models::Advice* blocks = advice_on(*one, "imbalance");
  ASSERT_TRUE(blocks);
  EXPECT_NEAR(one->explanation.gap->find("unexplained")->factor, 0.603, 0.001);
  EXPECT_NEAR(blocks->gain_low / blocks->gain_high, 4.98 * 0.603 * models::kModelError / 5.51, 0.01);
}

// The board drew all that it may, so no programmer can have the clock of the data sheet; and where nothing says why a
// clock was low, nothing says that it can be had.
TEST(CatalogueEvidence, NobodyIsToldToRaiseAClockThatPowerSets) {
  const models::Analysis analysis = models::analyse(catalogue());
  for (const char* name : {"precision/tensor-bf16", "peer/cublas-bf16-gemm"}) {
    const AnalysedKernel& one = kernel(analysis, name);
    EXPECT_GT(one.explanation.gap->find("clock")->factor, 1.05) << name;
    EXPECT_THAT(advice_of(one), ::testing::Not(::testing::Contains("clock"))) << name;
  }
  const models::Advice* unknown = advice_on(kernel(analysis, "gemm/tensor-core-bf16"), "clock");
  ASSERT_TRUE(unknown);
  EXPECT_DOUBLE_EQ(unknown->gain_low, 1);
}

// Samples say what warps wait for; what to change is for advice to say, which knows what it is worth.
TEST(CatalogueEvidence, NoFindingOnSamplesPrescribesWhatAdviceDoesNot) {
  const models::Analysis analysis = models::analyse(catalogue());
  std::size_t told = 0;
  for (const AnalysedKernel& one : analysis.machines.front().kernels) {
    for (const models::Finding& finding : one.findings) {
      if (finding.topic != "stalls") continue;
      EXPECT_EQ(finding.remedy, "") << one.observation->name;
      ++told;
    }
  }
  EXPECT_GT(told, 100U);
}

// Lanes that do nothing take their warp's turn of the pipe all the same.
TEST(CatalogueEvidence, ALoopThatIsHalfDivergedIsStillBoundByItsPipe) {
  models::Recording recording = catalogue();
  for (models::Observation& observation : recording.observations) {
    if (observation.name != "precision/fma-fp64") continue;
    models::CounterSet counters;
    for (const auto& [name, value] : observation.counters) {
      models::CounterValue counter = value;
      if (name.starts_with("smsp__sass_thread_inst_executed")) counter.value /= 2;
      counters.set(name, counter);
    }
    observation.counters = std::move(counters);
    observation.work.reset();
  }
  const models::Analysis analysis = models::analyse(recording);
  const AnalysedKernel& half = kernel(analysis, "precision/fma-fp64");
  EXPECT_EQ(half.binding, models::Binding::compute);
  EXPECT_EQ(half.busiest, models::RoofResource(models::Precision::fp64));
  EXPECT_GT(half.busiest_fraction.value_or(0), 0.9);
}

TEST(CatalogueEvidence, IntegerTasksAreAtTheRoofOfMultiplyAdds) {
  const models::Analysis analysis = models::analyse(catalogue());
  const AnalysedKernel& integers = kernel(analysis, "precision/int32");
  EXPECT_EQ(integers.busiest, models::RoofResource(models::Pipe::imad));
  EXPECT_NEAR(integers.percent_of_roof->fraction, 0.97, 0.01);
}

// No roof is busy, and a warp waits for its one load: more of them brought 3.6 (reduction/grid-stride).
TEST(CatalogueEvidence, LoadsInFlightMayLimitWhatNoRoofLimits) {
  const models::Analysis analysis = models::analyse(catalogue());
  const AnalysedKernel& shuffle = kernel(analysis, "reduction/shuffle");
  EXPECT_EQ(shuffle.binding, models::Binding::no_roof);
  ASSERT_FALSE(shuffle.explanation.advice.empty());
  EXPECT_EQ(shuffle.explanation.advice.front().id, "work-per-thread");
  EXPECT_GT(shuffle.explanation.advice.front().gain_low, 1.5);
}

// All atomics meet in a few slices of L2.
TEST(CatalogueEvidence, ManyAtomicsOnFewAddressesAreBoundByASliceOfL2) {
  const models::Analysis analysis = models::analyse(catalogue());
  const AnalysedKernel& histogram = kernel(analysis, "histogram/atomic");
  EXPECT_EQ(histogram.binding, models::Binding::l2);
  EXPECT_EQ(histogram.busiest, models::RoofResource(models::Pipe::atomic_slice));
  ASSERT_FALSE(histogram.explanation.advice.empty());
  EXPECT_THAT(histogram.explanation.advice.front().change, ::testing::HasSubstr("Combine values"));
}

// Padding, transpose/padded, makes it 2.21 times as fast. The model of waiting says 1.87 at least, and a change costs
// something itself: 2.06 to the power of 0.85, less the model's error.
TEST(CatalogueEvidence, WhatIsSureAllowsForWhatTheChangeCosts) {
  const models::Analysis analysis = models::analyse(catalogue());
  const models::Advice* conflicts = advice_on(kernel(analysis, "transpose/tiled"), "bank-conflicts");
  ASSERT_TRUE(conflicts);
  EXPECT_NEAR(conflicts->gain_low, 1.68, 0.01);
  EXPECT_NEAR(conflicts->gain_high, 2.55, 0.01);
}

// A bit mask in their place, reduction/bitmask, took half the time; a matrix product has none.
TEST(CatalogueEvidence, RemaindersByAVariableAreNamed) {
  const models::Analysis analysis = models::analyse(catalogue());
  const models::Advice* remainders = advice_on(kernel(analysis, "reduction/interleaved-modulo"), "integer-division");
  ASSERT_TRUE(remainders);
  EXPECT_THAT(remainders->evidence, ::testing::StartsWith("51 % of the instructions"));
  EXPECT_GT(remainders->gain_low, 1.2);
  EXPECT_GT(remainders->gain_high, 1.7);
  for (const char* none : {"reduction/bitmask", "gemm/tiled", "precision/int32", "divergence/uniform"}) {
    EXPECT_FALSE(advice_on(kernel(analysis, none), "integer-division")) << none;
  }
}

// 1,024 grids launched on the device: one grid in their place, nested/one-grid, was 3.8 times as fast.
TEST(CatalogueEvidence, ManyLaunchesOfOneRunAreWhatItWaitsFor) {
  const models::Analysis analysis = models::analyse(catalogue());
  const AnalysedKernel& nested = kernel(analysis, "nested/grid-per-row");
  ASSERT_THAT(advice_of(nested), ::testing::Not(::testing::IsEmpty()));
  const models::Advice& first = nested.explanation.advice.front();
  EXPECT_EQ(first.id, "start-up");
  EXPECT_EQ(first.evidence, "1025 launches in one run");
  EXPECT_GT(first.gain_high, 3.8);
  EXPECT_LT(first.gain_high, 5.5);
}

TEST(CatalogueEvidence, NoAdvicePromisesMoreThanTheGap) {
  const models::Analysis analysis = models::analyse(catalogue());
  std::size_t checked = 0;
  for (const AnalysedKernel& one : analysis.machines.front().kernels) {
    if (!one.explanation.gap || !one.explanation.gap->compulsory) continue;
    for (const models::Advice& advice : one.explanation.advice) {
      if (advice.id == "tensor-cores") continue;  // they have another roof
      EXPECT_LE(advice.gain_high, one.explanation.gap->total) << one.observation->name << ": " << advice.id;
      EXPECT_LE(advice.gain_low, advice.gain_high) << one.observation->name << ": " << advice.id;
      EXPECT_NE(advice.evidence, "a factor of 1.00") << one.observation->name << ": " << advice.id;
      ++checked;
    }
  }
  EXPECT_GT(checked, 100U);
}

// Nobody spares half of the registers that hold a tile.
TEST(CatalogueEvidence, NoTileIsToldToSpill) {
  const models::Analysis analysis = models::analyse(catalogue());
  for (const char* name : {"gemm/half2", "gemm/max-registers", "gemm/register-tiled"}) {
    for (const models::Advice& advice : kernel(analysis, name).explanation.advice) {
      EXPECT_THAT(advice.change, ::testing::Not(::testing::HasSubstr("32 registers"))) << name;
    }
  }
}

TEST(CatalogueEvidence, NoShareIsAboveItsRoof) {
  const models::Analysis analysis = models::analyse(catalogue());
  for (const AnalysedKernel& one : analysis.machines.front().kernels) {
    EXPECT_FALSE(one.mismatch) << one.observation->name;
    EXPECT_LE(one.busiest_fraction.value_or(0), models::kAboveRoof) << one.observation->name;
    const double share = one.percent_of_roof ? one.percent_of_roof->fraction : 0;
    EXPECT_LE(share, models::kAboveRoof) << one.observation->name;
  }
}

constexpr double kLonger = 1.3;

models::Recording slower(bool with_cycles) {
  models::Recording recording = catalogue();
  for (models::Observation& observation : recording.observations) {
    for (models::Seconds& duration : observation.durations) duration = duration * kLonger;
    if (!with_cycles) continue;
    models::CounterSet counters;
    for (const auto& [name, value] : observation.counters) {
      models::CounterValue counter = value;
      if (name.starts_with("sm__cycles_") && !name.ends_with("per_second")) counter.value *= kLonger;
      counters.set(name, counter);
    }
    observation.counters = std::move(counters);
  }
  return recording;
}

// Kernels whose explanation changes otherwise.
std::vector<std::string> moved_by(const models::Recording& recording) {
  const models::Analysis before = models::analyse(catalogue()), after = models::analyse(recording);
  std::vector<std::string> moved;
  for (std::size_t i = 0; i < recording.observations.size(); ++i) {
    const models::Gap& gap = *before.machines.front().kernels[i].explanation.gap;
    const models::Gap& longer = *after.machines.front().kernels[i].explanation.gap;
    const bool same = std::all_of(gap.factors.begin(), gap.factors.end(), [&](const GapFactor& factor) {
      const double expected = factor.factor * (factor.id == "unexplained" ? kLonger : 1);
      const GapFactor* now = longer.find(factor.id);  // samples that say no more than the model give no factor
      return std::abs((now ? now->factor : 1) / expected - 1) <= 0.01;
    });
    if (!same) moved.push_back(recording.observations[i].name);
  }
  return moved;
}

// The same work in 1.3 times the time, at the same clock: nothing that was counted says why.
TEST(CatalogueEvidence, LongerTimesAreUnexplained) { EXPECT_THAT(moved_by(slower(false)), ::testing::IsEmpty()); }

// Uneven SMs cost no more than what DRAM leaves of their cycles: more cycles raise that bound by their nature.
TEST(CatalogueEvidence, LongerCyclesAreUnexplainedButWhereUnevenSmsAreBoundedByDram) {
  const models::Analysis before = models::analyse(catalogue());
  for (const std::string& name : moved_by(slower(true))) {
    EXPECT_TRUE(is_bounded(*kernel(before, name).explanation.gap)) << name;
  }
}

// Without a kernel's own time: of its counters, launch and roofs. tests/bench/predicted.py prints every kernel.
TEST(CatalogueEvidence, EvidencePredictsTimes) {
  const models::Analysis analysis = models::analyse(catalogue());
  std::vector<double> off;
  for (const AnalysedKernel& one : analysis.machines.front().kernels) {
    const models::Gap& gap = *one.explanation.gap;
    if (gap.predicted) off.push_back(std::abs(std::log(*gap.predicted / gap.measured)));
  }
  ASSERT_GT(off.size(), 100u);
  std::sort(off.begin(), off.end());
  EXPECT_LT(off[off.size() / 2], std::log(1.06));
  EXPECT_LT(off[off.size() * 3 / 4], std::log(1.16));
}

TEST(CatalogueEvidence, NamesExplainNothing) {
  models::Recording renamed = catalogue();
  std::map<std::string, std::string> names{{"", ""}};
  for (models::Observation& observation : renamed.observations) {
    observation.name = names[observation.name] = "kernel" + std::to_string(names.size());
    for (models::Launch& launch : observation.launches) launch.function = "f" + launch.function;
  }
  for (models::FunctionProfile& profile : renamed.functions) {
    profile.function = "f" + profile.function;
    profile.kernel = names[profile.kernel];
  }
  const models::Analysis before = models::analyse(catalogue()), after = models::analyse(renamed);
  for (std::size_t i = 0; i < renamed.observations.size(); ++i) {
    const AnalysedKernel& one = before.machines.front().kernels[i];
    const AnalysedKernel& other = after.machines.front().kernels[i];
    EXPECT_EQ(one.binding, other.binding);
    EXPECT_EQ(advice_of(one), advice_of(other)) << one.observation->name;
    const auto &factors = one.explanation.gap->factors, &others = other.explanation.gap->factors;
    ASSERT_EQ(factors.size(), others.size());
    for (std::size_t f = 0; f < factors.size(); ++f) EXPECT_EQ(factors[f].factor, others[f].factor);
  }
}

}  // namespace
}  // namespace rooflens::session

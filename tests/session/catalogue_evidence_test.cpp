// What is said of the recorded catalogue: evidence alone explains, and no share is above its roof.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "models/base/thresholds.hpp"
#include "models/explain/analysis.hpp"
#include "models/explain/gap.hpp"
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

// Uneven SMs cost no more than what DRAM leaves of the time: that bound goes with the time by its nature.
bool is_bounded(const models::Gap& gap) {
  const auto& sources = gap.find("imbalance")->counters;
  return std::find(sources.begin(), sources.end(), "time of DRAM at its roof") != sources.end();
}

TEST(CatalogueEvidence, ACopyByTheDriverIsAtTheRoofOfCopies) {
  const models::Analysis analysis = models::analyse(catalogue());
  const AnalysedKernel& copy = kernel(analysis, "peer/memcpy-device-to-device");
  EXPECT_GT(copy.percent_of_roof->fraction, 0.95);
  EXPECT_TRUE(copy.is_at_its_roof());
  EXPECT_THAT(advice_of(copy), ::testing::IsEmpty());
}

TEST(CatalogueEvidence, IntegerTasksAreAtTheRoofOfMultiplyAdds) {
  const models::Analysis analysis = models::analyse(catalogue());
  const AnalysedKernel& integers = kernel(analysis, "precision/int32");
  EXPECT_EQ(integers.busiest, models::RoofResource(models::Pipe::imad));
  EXPECT_NEAR(integers.percent_of_roof->fraction, 0.97, 0.01);
}

// At 91 % of what its loads in flight draw, and no roof is busy: more of them brought 3.3 (reduction/grid-stride).
TEST(CatalogueEvidence, LoadsInFlightMayLimitWhatNoRoofLimits) {
  const models::Analysis analysis = models::analyse(catalogue());
  const AnalysedKernel& shuffle = kernel(analysis, "reduction/shuffle");
  EXPECT_EQ(shuffle.binding, models::Binding::no_roof);
  ASSERT_FALSE(shuffle.explanation.advice.empty());
  EXPECT_EQ(shuffle.explanation.advice.front().id, "work-per-thread");
  EXPECT_GT(shuffle.explanation.advice.front().gain_high, 3);
}

// 173 of 223 million sectors are neither read nor written, and no probe says how many atomics L2 can do.
TEST(CatalogueEvidence, AtomicsHaveNoRoofSoTheirTimeIsUnexplained) {
  const models::Analysis analysis = models::analyse(catalogue());
  const AnalysedKernel& histogram = kernel(analysis, "histogram/atomic");
  EXPECT_EQ(histogram.binding, models::Binding::unknown);
  const models::Gap& gap = *histogram.explanation.gap;
  EXPECT_GT(gap.find("unexplained")->factor, 20);
  EXPECT_TRUE(std::any_of(gap.missing.begin(), gap.missing.end(), [](const models::MissingFactor& m) {
    return m.id == "demand-atomics" && m.merged_into == "unexplained";
  }));
  EXPECT_NE(analysis.machines.front().verdict.find("First to try in histogram/atomic: combine values in the warp"),
            std::string::npos)
      << "it takes most time, and no speed-up can be predicted";
}

TEST(CatalogueEvidence, NoAdvicePromisesMoreThanTheGap) {
  const models::Analysis analysis = models::analyse(catalogue());
  std::size_t checked = 0;
  for (const AnalysedKernel& one : analysis.machines.front().kernels) {
    if (!one.explanation.gap || !one.explanation.gap->compulsory) continue;
    for (const models::Advice& advice : one.explanation.advice) {
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
  for (const char* name : {"sgemm/half2", "sgemm/max-registers", "sgemm/register-tiled"}) {
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
      return std::abs(longer.find(factor.id)->factor / expected - 1) <= 0.01;
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
    off.push_back(std::abs(std::log(gap.predicted / gap.measured)));
  }
  std::sort(off.begin(), off.end());
  EXPECT_LT(off[off.size() / 2], std::log(1.06));
  EXPECT_LT(off[off.size() * 3 / 4], std::log(1.16));
}

TEST(CatalogueEvidence, NamesExplainNothing) {
  models::Recording renamed = catalogue();
  for (std::size_t i = 0; i < renamed.observations.size(); ++i) {
    renamed.observations[i].name = "kernel" + std::to_string(i);
    for (models::Launch& launch : renamed.observations[i].launches) launch.function = "f" + std::to_string(i);
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

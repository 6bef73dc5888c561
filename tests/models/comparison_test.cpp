#include "models/compare/comparison.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>

#include "models/compare/gate_metric.hpp"
#include "tests/fixtures/small_recording.hpp"

namespace rooflens::models {
namespace {

using fixtures::add_kernel;
using fixtures::small_recording;

// Keeps what a comparison points into.
struct Compared {
  Compared(Recording first, Recording second) : a(std::move(first)), b(std::move(second)) {}
  Compared(const Compared&) = delete;
  Compared& operator=(const Compared&) = delete;
  Recording a, b;
  Analysis of_a = analyse(a);
  Analysis of_b = analyse(b);
  Comparison result = compare({&a, &of_a}, {&b, &of_b});
  [[nodiscard]] const KernelPair& pair() const { return result.pairs.at(0); }
};

Recording with(const std::vector<double>& durations_us, double roof_scale = 1) {
  Recording recording = small_recording(roof_scale);
  add_kernel(recording, "x", durations_us);
  return recording;
}

// Quartiles of 9, 10, 11: 9.5 and 10.5. Of 4, 5, 6: 4.5 and 5.5.
TEST(Speedup, IsBetweenOppositeQuartiles) {
  const Compared compared(with({9, 10, 11}), with({4, 5, 6}));
  ASSERT_TRUE(compared.pair().speedup && compared.pair().speedup->interval);
  EXPECT_DOUBLE_EQ(compared.pair().speedup->ratio, 2);
  EXPECT_NEAR(compared.pair().speedup->interval->low, 9.5 / 5.5, 1e-12);
  EXPECT_NEAR(compared.pair().speedup->interval->high, 10.5 / 4.5, 1e-12);
  EXPECT_EQ(compared.pair().trend, Trend::faster);
}

TEST(Speedup, HasNoIntervalFromTwoRepetitions) {
  const Compared compared(with({10, 10, 10}), with({5, 5}));
  EXPECT_DOUBLE_EQ(compared.pair().speedup->ratio, 2);
  EXPECT_FALSE(compared.pair().speedup->interval);
  EXPECT_EQ(compared.pair().trend, Trend::unknown);
}

TEST(Speedup, WithinThatOfTwoProcessesIsTheSame) {
  EXPECT_EQ(Compared(with({1000, 1000, 1000}), with({1009, 1009, 1009})).pair().trend, Trend::same);
  EXPECT_EQ(Compared(with({1000, 1000, 1000}), with({1020, 1020, 1020})).pair().trend, Trend::slower);
}

// 30 launches of 1 us against 40 of 0.9 us: their sums are 30 and 36 us.
TEST(Speedup, OfAnNvtxRangeIsThatOfALaunch) {
  const auto range = [](double sum_us, std::uint64_t launches) {
    Recording recording = with({sum_us});
    Observation& o = recording.observations.front();
    o.scope = Scope::nvtx;
    o.launches_made = launches;
    o.launches.resize(1);
    o.launches.front().count = launches;
    return recording;
  };
  const Compared compared(range(30, 30), range(36, 40));
  EXPECT_NEAR(compared.pair().speedup->ratio, 1 / 0.9, 1e-12);
  EXPECT_EQ(compared.pair().rule, MatchRule::same) << "how many launches it has is no geometry";
  const auto watched = sample_of(*find_gate_metric("time"), *compared.pair().b);
  ASSERT_TRUE(watched);
  EXPECT_NEAR(watched->value, 0.9e-6, 1e-12);
}

TEST(Speedup, IsAbsentForAFailedKernel) {
  Recording failed = with({1, 1, 1});
  failed.observations.front().verification.status = VerificationStatus::mismatch;
  EXPECT_FALSE(Compared(with({1, 1, 1}), failed).pair().speedup);
}

// A DRAM-bound kernel on a GPU with twice the DRAM roof.
TEST(RoofPrediction, IsTheRatioOfTheBindingRoofs) {
  const Compared compared(with({1, 1, 1}), with({0.5, 0.5, 0.5}, 2));
  ASSERT_TRUE(compared.pair().prediction);
  EXPECT_DOUBLE_EQ(compared.pair().prediction->speedup, 2);
  EXPECT_EQ(compared.pair().prediction->roof, "DRAM");
  EXPECT_FALSE(compared.pair().falls_short);
}

TEST(RoofPrediction, IsMissedByWhatBecomesLessFaster) {
  EXPECT_TRUE(Compared(with({1, 1, 1}), with({0.8, 0.8, 0.8}, 2)).pair().falls_short);
  // Quartiles of 0.4, 0.6, 0.8 are 0.5 and 0.7: twice as fast is within the noise.
  EXPECT_FALSE(Compared(with({1, 1, 1}), with({0.4, 0.6, 0.8}, 2)).pair().falls_short);
}

TEST(RoofPrediction, IsAbsentWhereNoRoofBinds) {
  EXPECT_FALSE(Compared(with({10, 10, 10}), with({5, 5, 5}, 2)).pair().prediction);  // 8 % of the roof: latency
}

TEST(RoofPrediction, ComparesRoofsOfOneOriginOnly) {
  Recording measured = with({1, 1, 1}, 2);
  measured.machines.front().ceilings.memory.front().origin.source = CeilingSource::measured;
  EXPECT_FALSE(Compared(with({1, 1, 1}), measured).pair().prediction);
}

TEST(Comparison, NamesAChangeOfPrecisionAndOfBinding) {
  const auto computing = [](Precision precision, double time_us) {
    Recording recording = with({time_us, time_us, time_us});
    recording.observations.front().work = Work{};
    recording.observations.front().work->operations[precision] = Operations(1e5);
    recording.machines.front().ceilings.compute.push_back({Precision::tensor_bf16, OperationRate(1e12), {}});
    recording.observations.front().counters.set("smsp__sass_inst_executed.sum", {.value = 10});  // too few for FP32
    return recording;
  };
  const Compared compared(computing(Precision::fp32, 1), computing(Precision::tensor_bf16, 10));
  EXPECT_TRUE(compared.pair().precision_changed);
  EXPECT_TRUE(compared.pair().binding_changed);
  EXPECT_FALSE(compared.pair().prediction);
}

TEST(Comparison, ListsWhatHasNoCounterpart) {
  Recording a = with({1});
  add_kernel(a, "gone", {1});
  add_kernel(a, "gone too", {1});
  Recording b = with({1});
  add_kernel(b, "new", {1});
  const Compared compared(a, b);
  EXPECT_EQ(compared.result.pairs.size(), 1U);
  EXPECT_EQ(compared.result.only_a.size(), 2U);
  EXPECT_EQ(compared.result.only_b.size(), 1U);
}

TEST(Comparison, ComparesTwoMachinesOfOneRecording) {
  Recording both = with({2, 2, 2});
  both.machines.push_back(both.machines.front());
  both.machines.back().id = 1;
  both.machines.back().device.name = "Other GPU";
  add_kernel(both, "x", {1, 1, 1}).machine = 1;
  const Analysis analysis = analyse(both);
  const Comparison comparison = compare({&both, &analysis, {0}}, {&both, &analysis, {1}});
  ASSERT_EQ(comparison.pairs.size(), 1U);
  EXPECT_DOUBLE_EQ(comparison.pairs[0].speedup->ratio, 2);
  ASSERT_EQ(comparison.differences.size(), 1U);
  EXPECT_EQ(comparison.differences[0].condition, Condition::gpu);
  const auto& rows = comparison.machines.at(0).properties;
  EXPECT_EQ(std::count_if(rows.begin(), rows.end(), [](const auto& row) { return row.differs(); }), 1);
}

// 1 % apart: two spreads of 0.6 % reach that far, two of 0.4 % do not.
TEST(Conditions, MeasuredRoofsDifferBeyondTheirSpreads) {
  const auto differs = [](double spread) {
    std::vector<Recording> sides;
    for (const double rate : {1.00e12, 1.01e12}) {
      CeilingOrigin origin;
      origin.source = CeilingSource::measured;
      origin.spread = spread;
      sides.push_back(with({1}));
      sides.back().machines.front().ceilings.memory = {{Level::dram, ByteRate(rate), origin}};
    }
    const Compared compared(sides[0], sides[1]);
    const auto& rows = compared.result.machines.at(0).properties;
    return std::any_of(rows.begin(), rows.end(),
                       [](const auto& row) { return row.id == "roof_dram" && row.differs(); });
  };
  EXPECT_FALSE(differs(0.006));
  EXPECT_TRUE(differs(0.004));
}

// Copies 1 % apart, each with a spread of 0.2 %, differ; launches within their spreads do not. What one side does not
// tell is no difference.
TEST(Conditions, ProbesStandSideBySideWhereBothSidesHaveThem) {
  std::vector<Recording> sides;
  for (const double faster : {1.0, 1.01}) {
    ProbeResults probes;
    probes.roofs = {{"dram-copy", "", 4e12 * faster, {}, 0.002, 5, 15},
                    {"launch-latency", "", 8e-6 * faster, {}, 0.02, 5, 15}};
    if (faster > 1) probes.roofs.push_back({"dram-read", "", 4.6e12, {}, 0.002, 5, 15});
    sides.push_back(with({1}));
    sides.back().machines.front().ceilings.probes = probes;
  }
  const Compared compared(sides[0], sides[1]);
  std::map<std::string, bool> found;
  for (const auto& row : compared.result.machines.at(0).properties) {
    if (row.id.starts_with("probe_")) found[row.id] = row.differs();
  }
  EXPECT_EQ(found, (std::map<std::string, bool>{{"probe_dram_copy", true}, {"probe_launch_latency", false}}));
}

TEST(Conditions, ThatDifferAreNamed) {
  Recording b = with({1});
  b.machines.front().device.driver_version = "2.0";
  b.provenance.tool_version = "0.2.0";
  b.observations.front().cache = CachePolicy::warm;
  b.observations.front().clocks_during.sm = megahertz(940);
  const Compared compared(with({1}), b);
  std::vector<Condition> found;
  for (const auto& difference : compared.result.differences) found.push_back(difference.condition);
  EXPECT_EQ(found, (std::vector{Condition::driver, Condition::clock, Condition::cache, Condition::tool}));
}

TEST(Conditions, ClocksWithinFivePercentAreAlike) {
  Recording b = with({1});
  b.observations.front().clocks_during.sm = megahertz(960);
  EXPECT_TRUE(Compared(with({1}), b).result.differences.empty());
}

}  // namespace
}  // namespace rooflens::models

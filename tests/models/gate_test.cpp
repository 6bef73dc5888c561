#include "models/compare/gate.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <list>
#include <set>
#include <string>

#include "models/counters/metric_table.hpp"
#include "tests/fixtures/small_recording.hpp"

namespace rooflens::models {
namespace {

using fixtures::add_kernel;
using fixtures::small_recording;

Limit limit(const char* metric, double amount, bool points = false) {
  return {find_gate_metric(metric), amount, points};
}

GateSide side(double low, double value, double high) { return {3, value, {low, high}, true}; }

TEST(GateMetrics, KnowEveryDerivedMetric) {
  for (const MetricRow& row : metric_table()) EXPECT_TRUE(find_gate_metric(row.id)) << row.id;
  std::set<std::string_view> ids;
  for (const GateMetric& metric : gate_metrics()) EXPECT_TRUE(ids.insert(metric.id).second) << metric.id;
}

// 5 % above 100 is 105.
TEST(Judge, WantsAMedianBeyondTheLimitAndIntervalsApart) {
  const GateSide base = side(99, 100, 101);
  EXPECT_EQ(judge(limit("time", 0.05), base, side(102, 104.9, 108)), GateStatus::passed) << "not beyond the limit";
  EXPECT_EQ(judge(limit("time", 0.05), base, side(101, 107, 108)), GateStatus::passed) << "may be noise";
  EXPECT_EQ(judge(limit("time", 0.05), base, side(101.1, 105.1, 108)), GateStatus::regression);
  EXPECT_EQ(judge(limit("time", 0.05), base, side(90, 92, 94)), GateStatus::improved);
  EXPECT_EQ(judge(limit("time", 0.05), base, side(94, 110, 120)), GateStatus::passed);
}

TEST(Judge, KnowsWhichDirectionIsTheWorseOne) {
  const GateSide base = side(0.79, 0.80, 0.81);
  EXPECT_EQ(judge(limit("achieved_occupancy", 0.05), base, side(0.6, 0.6, 0.6)), GateStatus::regression);
  EXPECT_EQ(judge(limit("achieved_occupancy", 0.05), base, side(0.9, 0.9, 0.9)), GateStatus::improved);
}

// 3 points below 80 % are 77 %.
TEST(Judge, CountsPointsOfShares) {
  const GateSide base = side(0.79, 0.80, 0.81);
  EXPECT_EQ(judge(limit("percent_of_roof", 0.03, true), base, side(0.75, 0.771, 0.785)), GateStatus::passed);
  EXPECT_EQ(judge(limit("percent_of_roof", 0.03, true), base, side(0.75, 0.769, 0.785)), GateStatus::regression);
}

TEST(Judge, DoesNotDecideWithoutSpread) {
  GateSide lonely = side(120, 120, 120);
  lonely.spread_known = false;
  EXPECT_EQ(judge(limit("time", 0.05), side(99, 100, 101), lonely), GateStatus::undecided);
}

TEST(GateSide, OfSeveralSessionsIsMedianAndExtremes) {
  const std::vector<GateSample> samples{{3, {2.9, 3.1}, true}, {1, {1, 1}, false}, {2, {2, 2}, true}};
  const auto result = summarise(samples);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->value, 2);
  EXPECT_EQ(result->interval.low, 1);
  EXPECT_EQ(result->interval.high, 3);
  EXPECT_TRUE(result->spread_known);
  EXPECT_FALSE(summarise(std::span<const GateSample>{}));
}

TEST(GateSide, OfOneSessionIsThatOfItsRepetitions) {
  const std::vector<GateSample> one{{3, {2.9, 3.1}, true}};
  EXPECT_EQ(summarise(one)->interval.high, 3.1);
}

// 800 kB at 1 TB/s take 0.8 µs: 80 % of the roof in 1 µs. Quartiles of 0.9, 1, 1.1 are 0.95 and 1.05.
TEST(GateSample, OfARateTurnsTheQuartilesRound) {
  Recording recording = small_recording();
  add_kernel(recording, "x", {0.9, 1, 1.1});
  const Analysis analysis = analyse(recording);
  const auto sample = sample_of(*find_gate_metric("percent_of_roof"), analysis.machines[0].kernels[0]);
  ASSERT_TRUE(sample);
  EXPECT_NEAR(sample->value, 0.8, 1e-12);
  EXPECT_NEAR(sample->interval.low, 0.8 / 1.05, 1e-12);
  EXPECT_NEAR(sample->interval.high, 0.8 / 0.95, 1e-12);
}

// Recordings stay where they are: the gate points into them.
struct GateTest : ::testing::Test {
  struct Session {
    explicit Session(Recording r) : recording(std::move(r)) {}
    Recording recording;
    Analysis analysis = analyse(recording);
  };
  std::list<Session> sessions;
  ComparisonSide session(const std::vector<std::pair<std::string, double>>& kernels, double dram_bytes = 8e5) {
    Recording recording = small_recording();
    for (const auto& [name, time] : kernels) {
      add_kernel(recording, name, {time, time, time}, dram_bytes).parameters = {{name, 1}};
    }
    return add(std::move(recording));
  }
  ComparisonSide add(Recording recording) {
    const Session& kept = sessions.emplace_back(std::move(recording));
    return {&kept.recording, &kept.analysis};
  }
  Gate gate(const std::vector<ComparisonSide>& base, const std::vector<ComparisonSide>& candidate,
            bool missing = false) {
    return check(base, candidate, {limit("time", 0.05), limit("dram_bytes", 0.02)}, missing);
  }
};

TEST_F(GateTest, PassesWhatIsTheSame) {
  const Gate result = gate({session({{"x", 1}})}, {session({{"x", 1.04}})});
  EXPECT_TRUE(result.passed());
  ASSERT_EQ(result.kernels.at(0).results.size(), 2U);
  EXPECT_NEAR(*result.kernels[0].results[0].change, 0.04, 1e-9);
}

TEST_F(GateTest, FailsWhatIsSlowerOrMovesMore) {
  EXPECT_FALSE(gate({session({{"x", 1}})}, {session({{"x", 1.06}})}).passed());
  const Gate result = gate({session({{"x", 1}}, 8e5)}, {session({{"x", 1}}, 8.2e5)});
  EXPECT_EQ(result.kernels.at(0).results.at(1).status, GateStatus::regression);
}

TEST_F(GateTest, TakesTheProcessAsSample) {
  const std::vector base{session({{"x", 1}}), session({{"x", 1.1}}), session({{"x", 1.0}})};
  EXPECT_TRUE(gate(base, {session({{"x", 1.09}}), session({{"x", 1.2}}), session({{"x", 1.3}})}).passed());
  EXPECT_FALSE(gate(base, {session({{"x", 1.11}}), session({{"x", 1.2}}), session({{"x", 1.3}})}).passed());
}

TEST_F(GateTest, FailsForWhatIsMissingUnlessThatIsAllowed) {
  const std::vector base{session({{"x", 1}, {"y", 1}})};
  const std::vector candidate{session({{"x", 1}})};
  EXPECT_FALSE(gate(base, candidate).passed());
  EXPECT_TRUE(gate(base, candidate, true).passed());
}

TEST_F(GateTest, NotesWhatIsNew) {
  const Gate result = gate({session({{"x", 1}})}, {session({{"x", 1}, {"y", 1}})});
  EXPECT_TRUE(result.passed());
  EXPECT_EQ(result.kernels.at(1).presence, Presence::added);
}

TEST_F(GateTest, FailsForAMetricThatIsNoLongerMeasured) {
  Recording uncounted = small_recording();
  add_kernel(uncounted, "x", {1, 1, 1}).parameters = {{"x", 1}};
  uncounted.observations.front().counters = {};
  const ComparisonSide candidate = add(std::move(uncounted));
  const Gate result = gate({session({{"x", 1}})}, {candidate});
  EXPECT_EQ(result.kernels.at(0).results.at(1).status, GateStatus::lost);
  EXPECT_FALSE(result.passed());
}

// What a new session says of x, of which the baseline knows everything.
TEST_F(GateTest, SaysWhyAMetricIsNoLongerMeasured) {
  const auto why = [&](const char* metric, const std::function<void(Observation&)>& change) {
    Recording recording = small_recording();
    Observation& observation = add_kernel(recording, "x", {1, 1, 1});
    observation.parameters = {{"x", 1}};
    change(observation);
    const ComparisonSide candidate = add(std::move(recording));
    const std::vector base{session({{"x", 1}})};
    const Gate result = check(base, std::vector{candidate}, {limit(metric, 0.05)}, false);
    return result.kernels.at(0).results.empty() ? "neither" : result.kernels.at(0).results.at(0).why;
  };
  EXPECT_EQ(why("dram_bytes", [](Observation& o) { o.counters = {}; }), "dram__bytes.sum was not collected");
  EXPECT_EQ(why("dram_bytes",
                [](Observation& o) {
                  o.counters = {};
                  o.refused = {{"dram__bytes.sum", "not offered by GA104"}};
                }),
            "dram__bytes.sum: not offered by GA104");
  EXPECT_EQ(why("dram_bytes",
                [](Observation& o) {
                  o.counters.set("dram__bytes.sum", {-1, 1, -1, -1});
                }),
            "its counters contradict others");
  EXPECT_EQ(why("dram_bytes", [](Observation&) {}), "");
  EXPECT_EQ(why("time", [](Observation& o) { o.durations.clear(); }), "it was not timed");
}

TEST(GateSample, IsMissingForAReason) {
  Recording recording = small_recording();
  Observation& observation = add_kernel(recording, "x", {1, 1, 1});
  const auto why = [&](const char* metric) {
    const Analysis analysis = analyse(recording);
    const AnalysedKernel& kernel = analysis.machines.front().kernels.front();
    const GateMetric& entry = *find_gate_metric(metric);
    return sample_of(entry, kernel) ? "it is there" : why_missing(entry, kernel);
  };
  observation.counters.set("sm__inst_executed_pipe_tensor.sum", {100, 1, 100, 100});
  EXPECT_EQ(why("flop_per_s"), "what its tensor pipe did was not counted");
  EXPECT_EQ(why("percent_of_roof"), "what its tensor pipe did was not counted");
  // Another chip has other names for these operations.
  observation.refused = {{"sm__ops_path_tensor_src_fp16_dst_fp32.sum", "no turn"}};
  EXPECT_EQ(why("tensor_fp16_flops"), "sm__ops_path_tensor_src_fp16_dst_fp32.sum: no turn");
  observation.counters = {};
  EXPECT_EQ(why("flop_per_s"), "no floating-point operations were counted");
  EXPECT_EQ(why("percent_of_roof"), "neither its work nor what it moved was counted, or no roof is known");
  // Additions alone are not all of its operations where others were lost.
  observation.counters.set("smsp__sass_thread_inst_executed_op_fadd_pred_on.sum", {100, 1, 100, 100});
  observation.refused = {{"smsp__sass_thread_inst_executed_op_dfma_pred_on.sum", "no turn"}};
  EXPECT_EQ(why("flop_per_s"), "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum: no turn");
}

TEST_F(GateTest, FailsForAFailedVerification) {
  Recording wrong = small_recording();
  Observation& o = add_kernel(wrong, "x", {1, 1, 1});
  o.parameters = {{"x", 1}};
  o.verification.status = VerificationStatus::mismatch;
  EXPECT_FALSE(gate({session({{"x", 1}})}, {add(std::move(wrong))}).passed());
}

TEST_F(GateTest, CallsAChangeOfPrecisionByItsName) {
  const auto computing = [&](Precision precision, double time) {
    Recording recording = small_recording();
    Observation& o = add_kernel(recording, "x", {time, time, time});
    o.work = Work{};
    o.work->operations[precision] = Operations(1e5);
    return add(std::move(recording));
  };
  const Gate result = gate({computing(Precision::fp32, 1)}, {computing(Precision::fp64, 2)});
  EXPECT_TRUE(result.kernels.at(0).precision_changed);
  EXPECT_EQ(result.kernels[0].results.at(0).status, GateStatus::precision_changed);
  EXPECT_FALSE(result.passed()) << "1.0 for 1.0f doubles the time: no regression of the task, but nothing to pass";
  EXPECT_TRUE(gate({computing(Precision::fp32, 2)}, {computing(Precision::tensor_bf16, 1)}).passed());
  Gate allowed = result;
  allowed.precision_allowed = true;
  EXPECT_TRUE(allowed.passed());
}

}  // namespace
}  // namespace rooflens::models

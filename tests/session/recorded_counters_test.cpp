// Recorded kernels with one of their counters taken away: what is said of their gap then.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include "models/explain/analysis.hpp"
#include "models/gap/gap.hpp"
#include "models/place/demand.hpp"
#include "profiler/session/session.hpp"

namespace rooflens::session {
namespace {

using models::Gap;
using models::GapFactor;
using models::MissingFactor;

constexpr double kSame = 1e-9;
constexpr auto kWarps = "smsp__sass_inst_executed.sum";
constexpr auto kDramRead = "fbpa__dram_read_bytes.sum", kDramWritten = "fbpa__dram_write_bytes.sum";
constexpr auto kThreads = "smsp__sass_thread_inst_executed.sum";
constexpr double kStandIn =
    0.02;  // the formula's reads and writes for counted ones, full warps on pipes for diverged ones
constexpr double kTooFewToMatter = 1e-3;  // operations of a format that a kernel hardly computes in
constexpr double kOtherCount = 0.1;       // warp instructions by the hardware for those by patched code

std::optional<Gap> gap_of(const models::Recording& one) {
  const models::Analysis analysis = models::analyse(one);
  return models::explain_gap(analysis.machines.front().kernels.front());
}

// Another counter stands in, and may count more than the time allows.
bool has_no_gap(const models::Recording& one) {
  const models::Analysis analysis = models::analyse(one);
  const auto& kernel = analysis.machines.front().kernels.front();
  return models::demand_of(kernel).resources.empty() || (kernel.mismatch && kernel.mismatch->withholds_gap());
}

models::CounterSet without(const models::CounterSet& counters, const std::string& name) {
  models::CounterSet rest;
  for (const auto& [other, value] : counters) {
    if (other != name) rest.set(other, value);
  }
  return rest;
}

bool names(const std::vector<std::string>& sources, const std::string& counter) {
  return std::any_of(sources.begin(), sources.end(), [&](const std::string& source) {
    return source == counter || source.starts_with(counter + " (pass ");
  });
}

const MissingFactor* missing(const Gap& gap, std::string_view id) {
  const auto it = std::find_if(gap.missing.begin(), gap.missing.end(), [&](const auto& m) { return m.id == id; });
  return it == gap.missing.end() ? nullptr : &*it;
}

bool is_demand(const MissingFactor& factor) { return factor.id.starts_with("demand-"); }

bool is_cause(std::string_view id) {
  return std::any_of(models::kInefficiencyTable.begin(), models::kInefficiencyTable.end(),
                     [&](const models::InefficiencyInfo& entry) { return entry.id == id; });
}

double product(const Gap& gap) {
  double result = 1;
  for (const GapFactor& factor : gap.factors) result *= factor.factor;
  return result;
}

// Nothing is missing more than before but what names the counter; a demand that was not known before, but could not
// matter, may now be one that can.
void expect_named(const Gap& before, const Gap& after, const models::CounterSet& left, const std::string& counter) {
  for (const MissingFactor& factor : after.missing) {
    if (missing(before, factor.id) || names(factor.counters, counter)) continue;
    EXPECT_TRUE(is_demand(factor)) << factor.id;
    for (const std::string& other : factor.counters) EXPECT_FALSE(left.find(other)) << factor.id << " " << other;
  }
}

// What keeps the busiest resource waiting, explained or not.
constexpr std::array<std::string_view, 4> kWaiting{"overlap", "turnover", "latency", "dependence"};

double waiting(const Gap& gap) {
  double product = gap.find("unexplained")->factor;
  for (const std::string_view id : kWaiting) {
    if (const models::GapFactor* factor = gap.find(id)) product *= factor->factor;
  }
  return product;
}

// Factors that do not name the counter stay; those of cycles and clocks stay what they were, and so does what a cause
// alone would bring, as long as no resource's demand went with the counter.
void expect_others_untouched(const Gap& before, const Gap& after, const std::string& counter) {
  const bool of_pipes = counter == kDramRead || counter == kDramWritten || counter == kThreads;
  const bool start_up_gone = counter.starts_with("sm__cycles_elapsed");
  // How many lanes are on tells how many warps operations took.
  const bool of_operations = counter.starts_with("smsp__sass_thread_inst_executed_op_") ||
                             counter == "smsp__sass_thread_inst_executed_pred_on.sum";
  const double same = of_pipes ? kStandIn : kSame;
  // Instructions of a pipe are one more resource, in whose place operations stand.
  const bool unknown_demand = std::any_of(after.missing.begin(), after.missing.end(), [&](const MissingFactor& m) {
    return is_demand(m) && names(m.counters, counter);
  });
  const bool demand_gone = unknown_demand || counter.starts_with("sm__inst_executed_pipe_");
  const bool left_unexplained = std::any_of(after.missing.begin(), after.missing.end(), [&](const auto& m) {
    return m.merged_into == "unexplained" && names(m.counters, counter);
  });
  EXPECT_TRUE(!unknown_demand || after.find("unexplained")->at_most);
  // Roofs of SMs are those of the run without a clock, and others with the driver's.
  const bool clock_gone =
      before.find("clock") && (!after.find("clock") || names(before.find("clock")->counters, counter));
  for (const GapFactor& factor : before.factors) {
    const GapFactor* now = after.find(factor.id);
    // With another count it is another one; the rest is unexplained then.
    if (std::find(kWaiting.begin(), kWaiting.end(), factor.id) != kWaiting.end()) continue;
    if (names(factor.counters, counter)) {
      // Within the roofs that SMs share, the imbalance begins where start-up ends, or takes that in.
      if (factor.id == "imbalance" && now) continue;
      if (factor.id == "clock" && now) continue;  // the driver's stands in for the kernel's own cycles
      EXPECT_FALSE(now) << factor.id;
      const MissingFactor* gone = missing(after, factor.id);
      EXPECT_TRUE(gone && names(gone->counters, counter)) << factor.id;
      continue;
    }
    ASSERT_TRUE(now) << factor.id;
    if (factor.id == "start-up" || (factor.id == "imbalance" && !demand_gone && !clock_gone)) {
      // Whether what SMs share bounds the imbalance may hang on where start-up ends.
      EXPECT_NEAR(now->factor / factor.factor, 1, factor.id == "imbalance" ? kStandIn : same) << factor.id;
    }
    if (factor.id == "unexplained" && !demand_gone && !left_unexplained) {
      EXPECT_NEAR(waiting(after) / waiting(before), 1,
                  counter == kWarps ? kOtherCount
                  : start_up_gone   ? kStandIn
                  : of_operations   ? kTooFewToMatter
                                    : same);
    }
    if (is_cause(factor.id) && !demand_gone && !clock_gone) {
      EXPECT_NEAR(now->removed_first / factor.removed_first, 1, same) << factor.id;
    }
  }
}

void expect_same(const Gap& missing, const Gap& contradictory) {
  ASSERT_EQ(missing.factors.size(), contradictory.factors.size());
  for (std::size_t i = 0; i < missing.factors.size(); ++i) {
    EXPECT_EQ(missing.factors[i].id, contradictory.factors[i].id);
    EXPECT_DOUBLE_EQ(missing.factors[i].factor, contradictory.factors[i].factor) << missing.factors[i].id;
  }
}

void expect_closed(const Gap& gap) { EXPECT_NEAR(product(gap) / gap.total, 1, kSame); }

void check_kernel(const models::Recording& recording, const models::Observation& observation) {
  models::Recording one;
  for (const models::Machine& machine : recording.machines) {
    if (machine.id == observation.machine) one.machines.push_back(machine);
  }
  one.observations.push_back(observation);
  const std::optional<Gap> before = gap_of(one);
  if (!before) return;
  for (const auto& [name, value] : observation.counters) {
    SCOPED_TRACE(observation.name + " without " + name);
    one.observations.front().counters = without(observation.counters, name);
    const std::optional<Gap> after = gap_of(one);
    if (!after) {
      EXPECT_TRUE(has_no_gap(one));
      continue;
    }
    expect_named(*before, *after, one.observations.front().counters, name);
    expect_others_untouched(*before, *after, name);
    expect_closed(*after);
    if (before->compulsory) {
      EXPECT_NEAR(after->total / before->total, 1, kSame);
    }
    one.observations.front().counters.set(name, {.value = -1, .min = -1, .max = -1, .pass = value.pass});
    const std::optional<Gap> negative = gap_of(one);
    ASSERT_TRUE(negative);
    expect_same(*after, *negative);
  }
}

class RecordedCounters : public ::testing::TestWithParam<const char*> {};

TEST_P(RecordedCounters, OneThatIsMissingTakesOnlyItsOwnFactorsAlong) {
  const models::Recording recording = load(std::string(ROOFLENS_SOURCE_DIR) + "/samples/" + GetParam());
  for (const models::Observation& observation : recording.observations) {
    if (observation.scope == models::Scope::launch) check_kernel(recording, observation);
  }
}

INSTANTIATE_TEST_SUITE_P(Samples, RecordedCounters,
                         ::testing::Values("catalogue.rlens", "demo.rlens", "lines.rlens", "training.rlens"),
                         [](const auto& sample) {
                           const std::string name = sample.param;
                           return name.substr(0, name.find('.'));
                         });

}  // namespace
}  // namespace rooflens::session

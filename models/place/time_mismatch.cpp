#include "models/place/time_mismatch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <set>
#include <string_view>

#include "models/base/joined.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/place/counted_kernel.hpp"
#include "models/place/demand.hpp"
#include "models/place/demand_rows.hpp"
#include "models/place/percent_of_roof.hpp"
#include "models/place/uncounted_work.hpp"

namespace rooflens::models {
namespace {

constexpr std::string_view kTopicAboveRoof = "above-roof", kTopicWorkVaries = "work-varies";
constexpr std::string_view kWithheld =
    "Numbers of different work say nothing together: no % of roof, no bound and no advice are given.";

std::string_view metric_of(const DemandResource& held) {
  if (const auto* level = std::get_if<Level>(&held.resource)) return metric_of(*level);
  if (held.resource == RoofResource(Pipe::issue)) return "warp_instructions";
  if (const auto* pipe = std::get_if<Pipe>(&held.resource)) return metric_of(*pipe);
  for (const OperationMetric& row : operation_metrics()) {
    if (held.resource == RoofResource(row.precision)) return row.metric;
  }
  return {};
}

// "DRAM traffic", "FP32 work"
std::string what(const DemandResource& held) {
  if (held.resource == RoofResource(Pipe::issue)) return "warp instructions";
  if (held.resource == RoofResource(Level::shared)) return "shared-memory traffic";
  return held.label + (std::holds_alternative<Level>(held.resource) ? " traffic" : " work");
}

// Of what it did, not of the idle lanes beside it; at a higher clock than that of the roof there is more of it.
double share_of_roof(const CountedKernel& kernel, const DemandResource& held) {
  return held.amount / held.roof * std::min(1.0, held.slower) / kernel.time->median.value();
}

// "dram__bytes.sum (pass 0)", of the metric's counters that were collected.
std::string counters_of(std::string_view metric, const CounterSet& counters) {
  std::set<std::string> names;
  for (const MetricRow& row : metric_table()) {
    if (row.id != metric) continue;
    for (const Term& term : row.numerator) {
      if (counters.value(term.counter).value_or(0) > 0) names.insert(with_pass(term.counter, counters));
    }
  }
  return joined(names, 3);
}

// In an application, passes see other launches than those that are timed.
bool counted_elsewhere(const Observation& observation) {
  return observation.replay == Replay::rotate || observation.timed_launches > 0;
}

std::string_view how_counted(const Observation& observation) {
  return counted_elsewhere(observation) ? "counted in other launches" : "as counted";
}

double gigahertz(Hertz clock) { return clock.value() * 1e-9; }

Finding above_roof(const CountedKernel& kernel, const DemandResource& held) {
  const bool measured = held.origin && held.origin->source == CeilingSource::measured;
  const std::string_view remedy = measured ? "Lock the clocks and measure the roofs again: `rooflens ceilings`."
                                           : "Measure the roofs of this GPU: `rooflens ceilings`.";
  const std::string need = fmt::format("would need {:.0f} % of the {} roof{}", 100 * share_of_roof(kernel, held),
                                       held.label, measured ? " that was measured on this GPU" : "");
  if (held.source == DemandSource::analytic) {
    return {Severity::warning, std::string(kTopicAboveRoof),
            fmt::format("Formula and time contradict each other: {} by the formula {}.", what(held), need),
            std::string(kWithheld),
            "Part of the bytes from formula may come from a nearer cache; collect counters to see the real traffic."};
  }
  const std::string counters = counters_of(metric_of(held), kernel.counters());
  return {Severity::warning, std::string(kTopicAboveRoof),
          fmt::format("Counters and time contradict each other: {} {} {}{}.", what(held),
                      how_counted(*kernel.observation), need, counters.empty() ? "" : ", by " + counters),
          std::string(kWithheld),
          fmt::format("{} {}",
                      counted_elsewhere(*kernel.observation)
                          ? "See that every launch does the same work, or profile it with `--replay-mode kernel`."
                          : "Record it again.",
                      remedy)};
}

bool varies(const CounterValue& value, double tolerance) {
  return value.samples > 1 && value.max > (1 + tolerance) * value.min;
}

// It writes as much in every launch and takes as long, and executes a few instructions more where it waits longer.
bool polls(const CountedKernel& kernel, const CounterValue& warps) {
  const CounterValue* written = kernel.counters().find(counter::kLtsTSectorsOpWriteSum);
  const auto spread = kernel.time ? kernel.time->relative_spread() : std::nullopt;
  return spread && *spread <= kNoisy && written && written->samples == warps.samples && !varies(*written, kSameWork) &&
         !varies(warps, kPolling);
}

// Warp instructions as monitors count them; patched code counts those of slower launches, which may poll longer.
std::optional<TimeMismatch> work_varies(const CountedKernel& kernel) {
  for (const std::string_view name : {kWarpsByHardware, kWarps}) {
    const CounterValue* warps = kernel.counters().find(name);
    if (!warps) continue;
    if (!varies(*warps, kSameWork) || polls(kernel, *warps)) return std::nullopt;
    return TimeMismatch{
        Mismatch::work_varies, "", std::nullopt,
        Finding{
            Severity::warning, std::string(kTopicWorkVaries),
            fmt::format("Counters and time are of different work: launches that were counted executed {:.3g} to {:.3g} "
                        "warp instructions, and those that were timed are not the same ones.",
                        warps->min, warps->max),
            std::string(kWithheld), "Profile it inside an NVTX range that holds launches of one kind of work."}};
  }
  return std::nullopt;
}

// At the clock of the run, with the slots that unfused arithmetic and idle lanes take and all of a group.
std::optional<TimeMismatch> above_roof_of_run(const CountedKernel& kernel, const DemandModel& demand) {
  const std::optional<Hertz>& run = demand.run_clock;
  const DemandResource* busiest = demand.longest(kAllInefficiencies, RoofClock::run);
  if (!busiest) return std::nullopt;
  const double fraction = demand.time(kAllInefficiencies, RoofClock::run) / kernel.time->median;
  if (fraction <= kAboveRoof) return std::nullopt;
  return TimeMismatch{
      Mismatch::clock, busiest->label, fraction,
      Finding{Severity::warning, std::string(kTopicAboveRoof),
              fmt::format("Counters, clock and time contradict each other: at the clock of the run the demand on {} "
                          "would need {:.0f} % of its roof{}.",
                          busiest->label, 100 * fraction, run ? fmt::format(" ({:.2f} GHz)", gigahertz(*run)) : ""),
              "A clock of other launches says nothing about this time: no gap and no advice are given.",
              "Lock the clocks, and see that every launch does the same work."}};
}

}  // namespace

std::optional<TimeMismatch> time_mismatch(const CountedKernel& kernel, const DemandModel& demand) {
  const DemandResource* worst = nullptr;
  for (const DemandResource& held : demand.resources) {
    if (!worst || share_of_roof(kernel, held) > share_of_roof(kernel, *worst)) worst = &held;
  }
  if (const double fraction = worst ? share_of_roof(kernel, *worst) : 0; fraction > kAboveRoof)
    return TimeMismatch{Mismatch::above_roof, worst->label, fraction, above_roof(kernel, *worst)};
  if (auto varies = work_varies(kernel)) return varies;
  return above_roof_of_run(kernel, demand);
}

TimeMismatch task_mismatch(const PercentOfRoof& share) {
  return TimeMismatch{
      Mismatch::task, share.roof, share.fraction,
      Finding{Severity::warning, std::string(kTopicAboveRoof),
              fmt::format("Formula and time contradict each other: what the task needs at least would need {:.0f} % of "
                          "the {} roof.",
                          100 * share.fraction, share.roof),
              "No share of the task's roof is given: a nearer cache served part of it, or the kernel does less.",
              "With a cold L2 (`rooflens run --cache cold`) the data has to come from DRAM."}};
}

}  // namespace rooflens::models

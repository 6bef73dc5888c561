#include "models/place/time_mismatch.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <set>
#include <string_view>
#include <utility>

#include "models/base/joined.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/place/demand.hpp"
#include "models/place/placement.hpp"
#include "models/place/uncounted_work.hpp"

namespace rooflens::models {
namespace {

constexpr std::string_view kTopicAboveRoof = "above-roof", kTopicWorkVaries = "work-varies";
constexpr std::string_view kWithheld =
    "Numbers of different work say nothing together: no share of a roof, no limit and no advice are given.";

// A demand that was held against a roof.
struct Held {
  std::string_view roof;
  std::string what;  ///< "DRAM traffic"
  double fraction = 0;
  bool analytic = false;
  bool of_sm = true;  ///< goes with the SM clock
  std::string_view metric;
  CeilingOrigin origin;
};

std::string_view metric_of_operations(Precision precision) {
  for (const OperationMetric& row : operation_metrics()) {
    if (row.precision == precision) return row.metric;
  }
  return {};
}

std::string traffic(Level level) {
  return level == Level::shared ? "shared-memory traffic" : std::string(info(level).label) + " traffic";
}

std::vector<Held> all_held(const Placement& kernel) {
  std::vector<Held> all;
  for (const LevelPoint& point : kernel.points) {
    if (!point.fraction_of_ceiling) continue;
    const bool of_sm = point.level == Level::shared || point.level == Level::l1;
    all.push_back({info(point.level).label, traffic(point.level), *point.fraction_of_ceiling,
                   point.source == DemandSource::analytic, of_sm, metric_of(point.level), point.ceiling->origin});
  }
  for (const PrecisionWork& work : kernel.operations) {
    if (!work.fraction_of_ceiling || !counts_as_work(work.precision, kernel.observation->work)) continue;
    const std::string_view label = info(work.precision).label;
    all.push_back({label, std::string(label) + " work", *work.fraction_of_ceiling,
                   work.source == DemandSource::analytic, true, metric_of_operations(work.precision),
                   work.ceiling->origin});
  }
  if (const auto& issue = kernel.instruction_roofline) {
    const auto hold = [&](double fraction, const CeilingOrigin& origin) {
      all.push_back({kWarpIssueLabel, "warp instructions", fraction, false, true, "warp_instructions", origin});
    };
    if (issue->peak) hold(issue->heights.issued / *issue->peak, {});
    const InstructionCeiling* roof = kernel.machine->ceilings.best(Pipe::issue);
    if (roof && roof->origin.source != CeilingSource::theoretical)
      hold(issue->heights.issued / roof->rate, roof->origin);
  }
  return all;
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
  return observation.replay == Replay::spread || observation.timed_launches > 0;
}

std::string_view how_counted(const Observation& observation) {
  return counted_elsewhere(observation) ? "counted in other launches" : "as counted";
}

double gigahertz(Hertz clock) { return clock.value() * 1e-9; }

// The clock that the roof was measured at, where it alone is why the demand needs more.
std::optional<Hertz> slower_clock_of_roof(const Placement& kernel, const Held& held) {
  const Hertz roof = held.origin.clock;
  if (!held.of_sm || !(roof.value() > 0)) return std::nullopt;
  const auto run = run_clock_of(kernel);
  return run && held.fraction * (roof / run->clock) <= kAboveRoof ? std::optional(roof) : std::nullopt;
}

Finding above_roof(const Placement& kernel, const Held& held) {
  const bool measured = held.origin.source == CeilingSource::measured;
  const std::string_view remedy = measured ? "Lock the clocks and measure the roofs again: `rooflens ceilings`."
                                           : "Measure the roofs of this device: `rooflens ceilings`.";
  const std::string need = fmt::format("would need {:.0f} % of the {} roof{}", 100 * held.fraction, held.roof,
                                       measured ? " that was measured on this GPU" : "");
  if (held.analytic) {
    return {Severity::warning, std::string(kTopicAboveRoof),
            fmt::format("Formula and time contradict each other: {} by the formula {}.", held.what, need),
            std::string(kWithheld),
            "Part of the analytic bytes may come from a nearer cache; collect counters to see the real traffic."};
  }
  if (const auto slower = slower_clock_of_roof(kernel, held)) {
    return {Severity::warning, std::string(kTopicAboveRoof),
            fmt::format("Roof and time do not belong together: {} {} {}, at {:.2f} GHz; the kernel ran at a higher "
                        "clock.",
                        held.what, how_counted(*kernel.observation), need, gigahertz(*slower)),
            std::string(kWithheld), std::string(remedy)};
  }
  const std::string counters = counters_of(held.metric, kernel.counters());
  return {Severity::warning, std::string(kTopicAboveRoof),
          fmt::format("Counters and time contradict each other: {} {} {}{}.", held.what,
                      how_counted(*kernel.observation), need, counters.empty() ? "" : ", by " + counters),
          std::string(kWithheld),
          fmt::format("{} {}",
                      counted_elsewhere(*kernel.observation)
                          ? "See that every launch does the same work, or profile it with `--replay-mode kernel`."
                          : "Record it again.",
                      remedy)};
}

// Warp instructions as monitors count them; patched code counts those of slower launches, which may poll longer.
std::optional<TimeMismatch> work_varies(const CounterSet& counters) {
  for (const std::string_view name : {kWarpsByHardware, kWarps}) {
    const CounterValue* warps = counters.find(name);
    if (!warps) continue;
    if (warps->samples < 2 || !(warps->max > (1 + kSameWork) * warps->min)) return std::nullopt;
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

// What the demand of the gap holds beyond the shares: the clock of the run, and the slots that unfused arithmetic
// takes, which are twice those of fused at most.
std::optional<TimeMismatch> above_roof_of_run(const Placement& kernel) {
  const auto run = run_clock_of(kernel);
  const double slower = run ? std::max(1.0, kernel.machine->device.sm_clock_maximum / run->clock) : 1;
  constexpr double kUnfused = 2;
  if (kernel.busiest_fraction.value_or(0) * kUnfused * slower <= kAboveRoof) return std::nullopt;
  const DemandModel demand = demand_of(kernel);
  const DemandResource* busiest = demand.longest(kAllInefficiencies, RoofClock::run);
  if (!busiest) return std::nullopt;
  const double fraction = busiest->needed_with(kAllInefficiencies, RoofClock::run) / kernel.time->median;
  if (fraction <= kAboveRoof) return std::nullopt;
  return TimeMismatch{
      Mismatch::clock, busiest->label, fraction,
      Finding{
          Severity::warning, std::string(kTopicAboveRoof),
          fmt::format("Counters, clock and time contradict each other: at the clock of the run the demand on {} "
                      "would need {:.0f} % of its roof{}.",
                      busiest->label, 100 * fraction, run ? fmt::format(" ({:.2f} GHz)", gigahertz(run->clock)) : ""),
          "A clock of other launches says nothing about this time: no gap and no advice are given.",
          "Lock the clocks, and see that every launch does the same work."}};
}

}  // namespace

std::string_view id(Mismatch kind) {
  constexpr std::array<std::string_view, 4> kIds{"above_roof", "work_varies", "clock", "task"};
  return kIds[static_cast<std::size_t>(kind)];
}

std::optional<TimeMismatch> time_mismatch(const Placement& kernel) {
  const std::vector<Held> all = all_held(kernel);
  const auto worst =
      std::max_element(all.begin(), all.end(), [](const Held& a, const Held& b) { return a.fraction < b.fraction; });
  if (worst != all.end() && worst->fraction > kAboveRoof) {
    return TimeMismatch{Mismatch::above_roof, std::string(worst->roof), worst->fraction, above_roof(kernel, *worst)};
  }
  if (auto varies = work_varies(kernel.counters())) return varies;
  return above_roof_of_run(kernel);
}

std::optional<TimeMismatch> task_mismatch(const Placement& kernel) {
  const auto& share = kernel.percent_of_roof;
  if (!share || share->fraction <= kAboveRoof) return std::nullopt;
  return TimeMismatch{
      Mismatch::task, share->roof, share->fraction,
      Finding{Severity::warning, std::string(kTopicAboveRoof),
              fmt::format("Formula and time contradict each other: what the task needs at least would need {:.0f} % of "
                          "the {} roof.",
                          100 * share->fraction, share->roof),
              "No share of the task's roof is given: a nearer cache served part of it, or the kernel does less.",
              "With a cold L2 (`rooflens run --cache cold`) the data has to come from DRAM."}};
}

}  // namespace rooflens::models

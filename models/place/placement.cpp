#include "models/place/placement.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "models/base/roof_resource.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/counters/names.hpp"
#include "models/place/binding.hpp"
#include "models/place/percent_of_roof.hpp"
#include "models/place/uncounted_work.hpp"
#include "models/place/unknown_demand.hpp"
#include "models/record/launch_occupancy.hpp"

namespace rooflens::models {
namespace {

struct Busiest {
  Binding binding = Binding::unknown;
  std::optional<RoofResource> resource;  ///< absent: nothing that it did has a roof
  std::optional<double> fraction;        ///< share of its roof, with those of its group
};

Binding binding_of(Level level) {
  switch (level) {
    case Level::shared:
      return Binding::shared;
    case Level::l1:
      return Binding::l1;
    case Level::l2:
      return Binding::l2;
    case Level::dram:
      return Binding::dram;
  }
  return Binding::unknown;
}

// Atomics are done in L2 or in shared memory; all else that is no level is a pipe of the SMs.
Binding binding_of(const RoofResource& resource) {
  if (const auto* level = std::get_if<Level>(&resource)) return binding_of(*level);
  if (resource == RoofResource(Pipe::atomic) || resource == RoofResource(Pipe::atomic_slice)) return Binding::l2;
  return resource == RoofResource(Pipe::shared_atomic) ? Binding::shared : Binding::compute;
}

// Of a kernel whose demand is known. No roof limits it where none is busy (kBusyThreshold) and none can be: where
// traffic and all arithmetic were counted, and each has a roof.
Busiest busiest_of(const Placement& kernel) {
  Busiest result;
  const DemandModel& demand = *kernel.demand;
  // A clock that would need more time than there was is that of other launches.
  const bool fits = demand.time(kAllInefficiencies, RoofClock::run) <= kAboveRoof * kernel.time->median;
  const RoofClock clock = fits ? RoofClock::run : RoofClock::roof;
  if (const DemandResource* busiest = demand.longest(kAllInefficiencies, clock)) {
    result.binding = binding_of(busiest->resource);
    result.resource = busiest->resource;
    result.fraction = demand.needed_together(*busiest, kAllInefficiencies, clock) / kernel.time->median;
  }
  if (result.fraction && *result.fraction >= kBusyThreshold) return result;
  // That nothing is busy can be said only where traffic was counted, and all arithmetic, and where each has a roof.
  const bool counted = std::any_of(kernel.points.begin(), kernel.points.end(),
                                   [](const LevelPoint& point) { return point.source == DemandSource::measured; });
  const auto may_be_busy = [&](const UnknownDemand& u) {
    return !u.at_most || *u.at_most >= kernel.busy_from() * kernel.time->median;
  };
  const auto idle_for_sure = [&] {
    if (!counted || !without_roof(kernel).empty()) return false;
    return std::none_of(demand.uncounted.begin(), demand.uncounted.end(), may_be_busy);
  };
  result.binding = idle_for_sure() ? Binding::no_roof : Binding::unknown;
  return result;
}

void set_flops(Placement& kernel) {
  if (kernel.uncounted != MatrixWork::none) return;
  Operations total;
  std::optional<Precision> first;
  for (const PrecisionWork& work : kernel.operations) {
    if (!is_floating_point(work.precision)) continue;
    if (!first) first = work.precision;
    total += work.operations;
  }
  if (may_lack_operations(kernel, total)) return;
  kernel.precision = first;
  if (total.value() > 0) {
    kernel.flops = total;
    kernel.flop_rate = total / kernel.time->median;
  }
}

// What does not fit into the time has no share of a roof, and nothing that follows from one. Bytes, operations and
// rates stay: they are what the sentence speaks of.
void withhold(Placement& kernel) {
  for (LevelPoint& point : kernel.points) point.fraction_of_ceiling.reset();
  for (PrecisionWork& work : kernel.operations) work.fraction_of_ceiling.reset();
  kernel.busiest_fraction.reset();
  kernel.busiest.reset();
  kernel.binding = Binding::unknown;
}

// Shares of the roofs at the clock of the run, unless the time contradicts that clock.
void at_run_clock(Placement& kernel) {
  if (kernel.mismatch) return;
  const auto scale = [&](const RoofResource& resource, std::optional<double>& fraction) {
    for (const DemandResource& r : kernel.demand->resources) {
      if (r.resource == resource && fraction) *fraction *= r.slower;
    }
  };
  for (LevelPoint& point : kernel.points) scale(point.level, point.fraction_of_ceiling);
  for (PrecisionWork& work : kernel.operations) scale(work.precision, work.fraction_of_ceiling);
}

void judge(Placement& kernel) {
  kernel.demand = demand_of(kernel);
  const Busiest busiest = busiest_of(kernel);
  kernel.binding = busiest.binding;
  kernel.busiest = busiest.resource;
  kernel.busiest_fraction = busiest.fraction;
  kernel.mismatch = time_mismatch(kernel);
  if (kernel.mismatch && kernel.mismatch->withholds_shares()) return withhold(kernel);
  at_run_clock(kernel);
  // Integer operations run on two pipes: above the roof of one of them is no contradiction, and no share either.
  for (PrecisionWork& work : kernel.operations) {
    if (work.fraction_of_ceiling > kAboveRoof) work.fraction_of_ceiling.reset();
  }
  kernel.percent_of_roof = percent_of_roof(kernel);
  if (!kernel.percent_of_roof || kernel.percent_of_roof->fraction <= kAboveRoof) return;
  if (!kernel.mismatch) kernel.mismatch = task_mismatch(kernel);
  kernel.percent_of_roof.reset();
}

// Wavefronts over the wavefronts that the requested bytes need: 1 for 4-byte, 2 for 8-byte, 4 for 16-byte accesses of a
// full warp. Idle lanes are not conflicts: an access needs at least one wavefront however few lanes take part. Loads
// through generic addresses, such as those that poll the barrier of a grid, count as bytes of shared memory wherever
// they go: where there are more bytes than the wavefronts can have carried, only one wavefront per access proves
// anything.
// Matrix instructions read their operands from shared memory in wavefronts, but are no accesses: then nothing is known.
std::optional<double> bank_conflict_degree(const CounterSet& counters) {
  if (matrix_work(counters) == MatrixWork::certain) return std::nullopt;
  const auto wavefronts = evaluate("shared_wavefronts_per_access", counters);
  const auto occupied = evaluate("shared_bytes", counters);  // 128 a wavefront
  const auto requested = evaluate("shared_requested_bytes", counters);
  if (!wavefronts || !occupied || !requested) return std::nullopt;
  const double needed = *occupied > 0 ? *wavefronts * *requested / *occupied : 0;  // wavefronts per access, at best
  const double degree = *wavefronts / std::max(1.0, needed);
  if (degree >= 1 - kPassTolerance) return degree;
  return *wavefronts <= 1 + kPassTolerance ? std::optional(1.0) : std::nullopt;
}

std::optional<double> ratio(std::optional<double> measured, double analytic) {
  if (!measured || analytic <= 0) return std::nullopt;
  return *measured / analytic;
}

WorkComparison compare(const Placement& kernel) {
  WorkComparison result;
  const CounterSet& counters = kernel.counters();
  const std::optional<Work>& work = kernel.observation->work;
  if (!work) return result;
  double analytic = 0;
  for (const auto& [precision, operations] : work->operations) {
    if (is_floating_point(precision)) analytic += operations.value();
  }
  const bool counted = std::all_of(kernel.operations.begin(), kernel.operations.end(), [](const PrecisionWork& entry) {
    return entry.source == DemandSource::measured || !is_floating_point(entry.precision);
  });
  if (counted && kernel.flops) result.operations = ratio(kernel.flops->value(), analytic);
  // Asynchronous copies to shared memory count their bytes several times and are not loads: no statement then
  // (CUPTI 13.0).
  const auto loads = counters.value(counter::kSmspSassInstExecutedOpGlobalLdSum);
  if (loads.value_or(0) > 0)
    result.requested_bytes = ratio(evaluate("global_requested_bytes", counters), work->requested.total().value());
  result.l2_bytes = ratio(evaluate("l2_bytes", counters), work->ideal_l2.total().value());
  result.dram_bytes = ratio(evaluate("dram_bytes", counters), work->compulsory.total().value());
  return result;
}

// A single format has its own roof.
std::optional<MixedPrecisionCeiling> mixed_ceiling(const std::vector<PrecisionWork>& operations) {
  const auto formats = std::count_if(operations.begin(), operations.end(),
                                     [](const PrecisionWork& work) { return is_floating_point(work.precision); });
  return formats > 1 ? mixed_precision_ceiling(operations) : std::nullopt;
}

void leave_out(Placement& kernel, const std::vector<Contradiction>& doubts) {
  const bool any =
      std::any_of(doubts.begin(), doubts.end(), [](const Contradiction& c) { return !c.counters.empty(); });
  if (any) kernel.trusted = without(kernel.observation->counters, doubts);
}

std::vector<AbsentMetric> absent_metrics(const Placement& kernel) {
  std::vector<AbsentMetric> absent;
  for (const MetricRow* row : metrics_left_out(kernel.counters()))
    absent.push_back({row, std::string(row->beyond), {}});
  if (!kernel.trusted) return absent;
  for (const DerivedMetric& metric : evaluate_all(kernel.observation->counters)) {
    const bool given = std::any_of(kernel.metrics.begin(), kernel.metrics.end(),
                                   [&](const DerivedMetric& m) { return m.row->id == metric.row->id; });
    AbsentMetric entry{metric.row, "its counters contradict others", {}};
    for (const auto& terms : {metric.row->numerator, metric.row->denominator}) {
      for (const Term& term : terms) {
        if (kernel.is_contradictory(term.counter))
          entry.counters.push_back(with_pass(term.counter, kernel.observation->counters));
      }
    }
    if (!given && !entry.counters.empty()) absent.push_back(std::move(entry));
  }
  return absent;
}

}  // namespace

Placement place_as_counted(const Observation& observation, const Machine& machine, bool at_most) {
  Placement kernel;
  kernel.at_most = at_most;
  kernel.observation = &observation;
  kernel.machine = &machine;
  std::vector<Contradiction>& doubts = kernel.contradictions;
  doubts = contradictions(observation.counters);
  if (auto clock = clock_contradiction(observation.counters, machine.device)) doubts.push_back(std::move(*clock));
  leave_out(kernel, doubts);
  const CounterSet& counters = kernel.counters();
  kernel.metrics = evaluate_all(counters);
  kernel.absent_metrics = absent_metrics(kernel);
  OperationCount count = count_operations(counters, observation.work);
  kernel.operations = std::move(count.entries);
  kernel.uncounted =
      kernel.is_contradictory(kTensorActivity) && !count.tensor_known ? MatrixWork::possible : count.uncounted;
  kernel.half_moves = count.half_moves;
  kernel.theoretical_occupancy = theoretical_occupancy(observation.launches, machine.device);
  kernel.achieved_occupancy = evaluate("achieved_occupancy", counters);
  kernel.bank_conflict_degree = bank_conflict_degree(counters);
  kernel.time = summarise(observation.durations);
  if (kernel.time && kernel.time->median.value() > 0) {
    rate_operations(kernel.operations, kernel.time->median, machine.ceilings);
    set_flops(kernel);
    kernel.points =
        place(traffic_by_level(counters, observation.work), kernel.flops, kernel.time->median, machine.ceilings);
    kernel.instruction_roofline = instruction_roofline(observation, counters, machine, kernel.time->median);
    judge(kernel);
    kernel.mixed_ceiling = mixed_ceiling(kernel.operations);
  }
  kernel.comparison = compare(kernel);
  return kernel;
}

namespace {

// Whether no resource can be busy, whichever launches the counters and the time are of: if every counter had its
// largest value of all launches that were counted, a part that exceeds its whole were right, and they all belonged to
// the shortest launch, each resource would still be busy for less than kBusyAtMost. False where a resource was not
// counted.
bool no_roof_at_most(const Placement& kernel) {
  const Observation& observation = *kernel.observation;
  if (observation.durations.empty() && !observation.shortest) return false;
  Observation most = observation;
  most.counters = largest(observation.shortest ? observation.largest : observation.counters);
  most.durations = {observation.shortest
                        ? *observation.shortest
                        : *std::min_element(observation.durations.begin(), observation.durations.end())};
  const Placement at_most = place_as_counted(most, *kernel.machine, true);
  return at_most.binding == Binding::no_roof && at_most.busiest_fraction.value_or(0) < kBusyAtMost;
}

}  // namespace

Placement place(const Observation& observation, const Machine& machine) {
  Placement kernel = place_as_counted(observation, machine);
  const bool doubtful =
      kernel.trusted || observation.shortest || (kernel.mismatch && kernel.mismatch->kind == Mismatch::work_varies);
  if (kernel.binding != Binding::unknown || !doubtful) return kernel;
  kernel.no_roof_at_most = no_roof_at_most(kernel);
  if (!kernel.no_roof_at_most) return kernel;
  kernel.binding = Binding::no_roof;
  kernel.busiest.reset();
  kernel.busiest_fraction.reset();
  return kernel;
}

}  // namespace rooflens::models

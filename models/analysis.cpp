#include "models/analysis.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <map>
#include <stdexcept>

#include "models/counter_rules.hpp"
#include "models/device_part.hpp"
#include "models/findings.hpp"
#include "models/launch_occupancy.hpp"
#include "models/source_findings.hpp"
#include "models/uncounted_work.hpp"
#include "models/unknown_demand.hpp"
#include "models/verdict.hpp"

namespace rooflens::models {
namespace {

void set_flops(KernelAnalysis& kernel) {
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

void set_binding(KernelAnalysis& kernel) {
  const auto consider = [&](std::optional<double> fraction, Binding binding) {
    if (!fraction || (kernel.busiest_fraction && *fraction <= *kernel.busiest_fraction)) return;
    kernel.busiest_fraction = fraction;
    kernel.binding = binding;
  };
  for (const LevelPoint& point : kernel.points) consider(point.fraction_of_ceiling, binding_of(point.level));
  for (const PrecisionWork& work : kernel.operations) {
    if (counts_as_work(work.precision, kernel.observation->work)) consider(work.fraction_of_ceiling, Binding::compute);
  }
  if (const auto& issue = kernel.instruction_roofline; issue && issue->peak) {
    consider(issue->heights.issued / *issue->peak, Binding::compute);
  }
  if (!kernel.busiest_fraction || *kernel.busiest_fraction >= kBusyThreshold) return;
  // That nothing is busy can be said only where traffic was counted, and all arithmetic, and where each has a roof.
  const bool counted = std::any_of(kernel.points.begin(), kernel.points.end(),
                                   [](const LevelPoint& point) { return point.source == DemandSource::measured; });
  const auto may_be_busy = [&](const UnknownDemand& u) {
    return !u.at_most || *u.at_most >= kBusyThreshold * kernel.time->median;
  };
  const auto idle_for_sure = [&] {
    if (!counted || kernel.uncounted != MatrixWork::none || !without_roof(kernel).empty()) return false;
    const std::vector<UnknownDemand> unknown = unknown_demand(kernel);
    return std::none_of(unknown.begin(), unknown.end(), may_be_busy);
  };
  kernel.binding = idle_for_sure() ? Binding::latency : Binding::unknown;
}

// T_roof = max over resources of demand / roof. Compulsory demand where the formula is known; what was measured where
// not. Without the roof of arithmetic that was done there is no longest of them.
std::optional<PercentOfRoof> percent_of_roof(const KernelAnalysis& kernel) {
  const Ceilings& ceilings = kernel.machine->ceilings;
  const std::optional<Work>& work = kernel.observation->work;
  if (!work && kernel.uncounted != MatrixWork::none) return std::nullopt;
  PercentOfRoof result{.shortest = {}, .compulsory = work.has_value(), .roof = {}};
  const auto demand = [&](Seconds needed, std::string_view roof) {
    if (needed > result.shortest) {
      result.shortest = needed;
      result.roof = roof;
    }
  };
  std::optional<Bytes> dram;
  if (work) {
    dram = work->compulsory.total();
  } else {
    for (const LevelPoint& point : kernel.points) {
      if (point.level == Level::dram) dram = point.bytes;
    }
  }
  const MemoryCeiling* dram_roof = ceilings.best(Level::dram);
  if (!dram || !dram_roof) return std::nullopt;
  demand(*dram / dram_roof->rate, info(Level::dram).label);
  if (work) {
    for (const auto& [precision, operations] : work->operations) {
      const ComputeCeiling* roof = ceilings.best(precision);
      if (roof) {
        demand(operations / roof->rate, info(precision).label);
      } else if (operations.value() > 0) {
        return std::nullopt;
      }
    }
  } else if (kernel.flops) {
    for (const PrecisionWork& entry : kernel.operations) {
      if (!is_floating_point(entry.precision)) continue;
      if (!entry.ceiling) return std::nullopt;
      demand(entry.operations / entry.ceiling->rate, info(entry.precision).label);
    }
  }
  if (result.shortest.value() <= 0 || may_need_longer(kernel, result.shortest)) return std::nullopt;
  result.fraction = result.shortest / kernel.time->median;
  return result;
}

// What does not fit into the time has no share of a roof, and nothing that follows from one. Bytes, operations and
// rates stay: they are what the sentence speaks of.
void withhold(KernelAnalysis& kernel) {
  for (LevelPoint& point : kernel.points) point.fraction_of_ceiling.reset();
  for (PrecisionWork& work : kernel.operations) work.fraction_of_ceiling.reset();
  kernel.busiest_fraction.reset();
  kernel.binding = Binding::unknown;
}

void judge(KernelAnalysis& kernel) {
  set_binding(kernel);
  kernel.mismatch = time_mismatch(kernel);
  if (kernel.mismatch && kernel.mismatch->withholds_shares()) return withhold(kernel);
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
// they go: where there are more bytes than the wavefronts can have carried, only one wavefront an access proves
// anything.
// Matrix instructions read their operands from shared memory in wavefronts, but are no accesses: then nothing is known.
std::optional<double> bank_conflict_degree(const CounterSet& counters) {
  if (matrix_work(counters) == MatrixWork::certain) return std::nullopt;
  const auto wavefronts = evaluate("shared_wavefronts_per_access", counters);
  const auto occupied = evaluate("shared_bytes", counters);  // 128 a wavefront
  const auto requested = evaluate("shared_requested_bytes", counters);
  if (!wavefronts || !occupied || !requested) return std::nullopt;
  const double needed = *occupied > 0 ? *wavefronts * *requested / *occupied : 0;  // wavefronts an access, at best
  const double degree = *wavefronts / std::max(1.0, needed);
  if (degree >= 1 - kPassTolerance) return degree;
  return *wavefronts <= 1 + kPassTolerance ? std::optional(1.0) : std::nullopt;
}

std::optional<double> ratio(std::optional<double> measured, double analytic) {
  if (!measured || analytic <= 0) return std::nullopt;
  return *measured / analytic;
}

WorkComparison compare(const KernelAnalysis& kernel) {
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
  const auto loads = counters.value("smsp__sass_inst_executed_op_global_ld.sum");
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

void leave_out(KernelAnalysis& kernel, const std::vector<Contradiction>& doubts) {
  const bool any =
      std::any_of(doubts.begin(), doubts.end(), [](const Contradiction& c) { return !c.counters.empty(); });
  if (any) kernel.trusted = without(kernel.observation->counters, doubts);
}

std::vector<AbsentMetric> absent_metrics(const KernelAnalysis& kernel) {
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

// Everything that follows from the observation and the machine that `kernel` names.
void analyse_kernel(KernelAnalysis& kernel) {
  const Observation& observation = *kernel.observation;
  const Machine& machine = *kernel.machine;
  std::vector<Contradiction> doubts = contradictions(observation.counters);
  if (auto clock = clock_contradiction(observation.counters, machine.device)) doubts.push_back(std::move(*clock));
  leave_out(kernel, doubts);
  const CounterSet& counters = kernel.counters();
  kernel.metrics = evaluate_all(counters, mean_over_sms_correction(counters, machine.device));
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
  kernel.findings = kernel_findings(kernel, doubts);
}

void analyse_kernels(std::vector<KernelAnalysis>& kernels, const ForEach& for_each) {
  constexpr std::size_t kLeastOfAThread = 500;  // some milliseconds of work
  for_each(kernels.size(), kLeastOfAThread, [&](std::size_t i) { analyse_kernel(kernels[i]); });
}

double total_time(const KernelAnalysis& kernel) {
  if (!kernel.has_share()) return 0;
  const Observation& observation = *kernel.observation;
  if (observation.total_time && observation.timed_launches > 0) {
    return observation.total_time->value() * static_cast<double>(observation.launches_made) /
           static_cast<double>(observation.timed_launches);
  }
  return kernel.time->median.value() * static_cast<double>(std::max<std::uint64_t>(1, observation.launches_made));
}

void share_time(std::vector<KernelAnalysis>& kernels) {
  double sum = 0;
  for (const KernelAnalysis& kernel : kernels) sum += total_time(kernel);
  if (sum <= 0) return;
  for (KernelAnalysis& kernel : kernels) kernel.share_of_time = total_time(kernel) / sum;
}

// All geometries of a function share its samples; the most time-consuming one lends it its name.
void connect_sources(MachineAnalysis& machine) {
  std::stable_sort(machine.sources.begin(), machine.sources.end(),
                   [](const SourceProfile& a, const SourceProfile& b) { return a.samples > b.samples; });
  for (std::size_t s = 0; s < machine.sources.size(); ++s) {
    SourceProfile& source = machine.sources[s];
    double most = -1;
    for (KernelAnalysis& kernel : machine.kernels) {
      const Observation& observation = *kernel.observation;
      if (observation.process != source.function->process || observation.launches.size() != 1 ||
          observation.launches.front().function != source.function->function) {
        continue;
      }
      if (kernel.source) continue;  // another binary holds a function of this name, and was sampled more
      kernel.source = s;
      const std::vector<Finding> more = source_findings(source);
      const auto before = std::find_if(kernel.findings.begin(), kernel.findings.end(),
                                       [](const Finding& f) { return f.severity < Severity::advice; });
      kernel.findings.insert(before, more.begin(), more.end());
      if (kernel.share_of_time > most) {
        most = kernel.share_of_time;
        source.label = observation.name;
      }
    }
  }
}

}  // namespace

Analysis analyse(const Recording& recording, const ForEach& for_each) {
  Analysis analysis;
  std::map<int, std::size_t> index;
  for (const Machine& machine : recording.machines) {
    index.emplace(machine.id, analysis.machines.size());
    analysis.machines.push_back(
        {.machine = &machine, .kernels = {}, .ranges = {}, .sources = {}, .verdict = {}, .findings = {}});
  }
  for (MachineAnalysis& machine : analysis.machines) {
    machine.kernels.reserve(recording.observations.size() / analysis.machines.size());
  }
  for (const Observation& observation : recording.observations) {
    const auto it = index.find(observation.machine);
    if (it == index.end()) {
      throw std::invalid_argument(fmt::format("observation {} refers to machine {}, which the recording does not hold",
                                              observation.name, observation.machine));
    }
    MachineAnalysis& machine = analysis.machines[it->second];
    std::vector<KernelAnalysis>& list = observation.scope == Scope::nvtx ? machine.ranges : machine.kernels;
    KernelAnalysis& kernel = list.emplace_back();
    kernel.observation = &observation;
    kernel.machine = machine.machine;
  }
  for (const FunctionProfile& function : recording.functions) {
    const auto it = index.find(function.machine);
    if (it != index.end()) analysis.machines[it->second].sources.push_back(source_profile(function));
  }
  for (MachineAnalysis& machine : analysis.machines) {
    analyse_kernels(machine.kernels, for_each);
    analyse_kernels(machine.ranges, for_each);
    share_time(machine.kernels);
    connect_sources(machine);
    machine.verdict = verdict(machine.kernels);
    machine.findings = machine_findings(machine);
  }
  return analysis;
}

}  // namespace rooflens::models

#include "models/place/counted_kernel.hpp"

#include <algorithm>
#include <utility>

#include "models/counters/names.hpp"
#include "models/place/uncounted_work.hpp"
#include "models/place/unknown_demand.hpp"
#include "models/record/launch_occupancy.hpp"

namespace rooflens::models {
namespace {

TrustedCounters trusted_counters(const Observation& observation, const Machine& machine, bool at_most) {
  TrustedCounters result{.observation = &observation, .machine = &machine, .at_most = at_most};
  std::vector<Contradiction>& doubts = result.contradictions;
  doubts = contradictions(observation.counters);
  if (auto clock = clock_contradiction(observation.counters, machine.device)) doubts.push_back(std::move(*clock));
  const bool any = std::ranges::any_of(doubts, [](const Contradiction& c) { return !c.counters.empty(); });
  if (any) result.trusted = without(observation.counters, doubts);
  result.metrics = evaluate_all(result.counters());
  return result;
}

std::vector<AbsentMetric> absent_metrics(const TrustedCounters& kernel) {
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

OperationCount count_all(const TrustedCounters& kernel, Seconds time) {
  OperationCount count = count_operations(kernel.counters(), kernel.observation->work);
  if (kernel.is_contradictory(kTensorActivity) && !count.tensor_known) count.uncounted = MatrixWork::possible;
  if (time.value() > 0) count.entries = rate_operations(std::move(count.entries), time, kernel.machine->ceilings);
  return count;
}

struct CountedFlops {
  std::optional<Precision> precision;
  std::optional<Operations> all;
};

CountedFlops flops_of(const TrustedCounters& kernel, const OperationCount& count) {
  if (count.uncounted != MatrixWork::none) return {};
  CountedFlops flops;
  Operations total;
  for (const PrecisionWork& work : count.entries) {
    if (!is_floating_point(work.precision)) continue;
    if (!flops.precision) flops.precision = work.precision;
    total += work.operations;
  }
  if (may_lack_operations(kernel, total)) return {};
  if (total.value() > 0) flops.all = total;
  return flops;
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
  const double bytes = *occupied > 0 ? *wavefronts * *requested / *occupied * kWavefrontBytes : 0;  // of an access
  const double degree = *wavefronts / least_wavefronts(1, bytes, *wavefronts);
  if (degree >= 1 - kPassTolerance) return degree;
  return *wavefronts <= 1 + kPassTolerance ? std::optional(1.0) : std::nullopt;
}

std::optional<double> ratio(std::optional<double> measured, double analytic) {
  if (!measured || analytic <= 0) return std::nullopt;
  return *measured / analytic;
}

WorkComparison compare(const CountedKernel& kernel) {
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

}  // namespace

double least_wavefronts(double accesses, double bytes, double wavefronts) {
  constexpr double kWideLoads = 2, kBytes = 16, kFewBytes = 32;
  const bool wide = wavefronts <= (1 + kPassTolerance) * kWideLoads * accesses &&
                    bytes >= (1 - kPassTolerance) * kBytes * accesses && bytes <= kFewBytes * accesses;
  return std::max(wide ? wavefronts : accesses, bytes / kWavefrontBytes);
}

CountedKernel count_kernel(const Observation& observation, const Machine& machine, bool at_most) {
  CountedKernel kernel{trusted_counters(observation, machine, at_most)};
  const CounterSet& counters = kernel.counters();
  kernel.absent_metrics = absent_metrics(kernel);
  kernel.theoretical_occupancy = theoretical_occupancy(observation.launches, machine.device);
  kernel.achieved_occupancy = evaluate("achieved_occupancy", counters);
  kernel.bank_conflict_degree = bank_conflict_degree(counters);
  kernel.time = summarise(observation.durations);
  const Seconds time = kernel.time ? kernel.time->median : Seconds();
  OperationCount count = count_all(kernel, time);
  const CountedFlops flops = time.value() > 0 ? flops_of(kernel, count) : CountedFlops{};
  kernel.operations = std::move(count.entries);
  kernel.uncounted = count.uncounted;
  kernel.half_moves = count.half_moves;
  kernel.precision = flops.precision;
  kernel.flops = flops.all;
  kernel.has_no_flops = has_no_flops(kernel);
  kernel.comparison = compare(kernel);
  if (time.value() > 0) {
    if (flops.all) kernel.flop_rate = *flops.all / time;
    kernel.points = place(traffic_by_level(counters, observation.work), flops.all, time, machine.ceilings);
    kernel.instruction_roofline = instruction_roofline(observation, counters, machine, time);
    kernel.mixed_ceiling = mixed_ceiling(kernel.operations);
  }
  kernel.without_roof = without_roof(kernel);
  return kernel;
}

}  // namespace rooflens::models

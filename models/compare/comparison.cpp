#include "models/compare/comparison.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "models/base/thresholds.hpp"
#include "models/explain/projection.hpp"
#include "models/place/demand_rows.hpp"

namespace rooflens::models {
namespace {

// Ratio of two roofs of one resource with the same origin, the kind that is judged by first where both have it.
template <typename Ceiling, typename IsIt>
std::optional<double> ratio_of_roofs(const std::vector<Ceiling>& a, const std::vector<Ceiling>& b, const IsIt& is_it) {
  constexpr std::array kBySource{CeilingSource::measured, CeilingSource::counter_peak, CeilingSource::theoretical,
                                 CeilingSource::user};
  for (const CeilingSource source : kBySource) {
    for (const ClockBasis basis : {ClockBasis::reached, ClockBasis::during_run, ClockBasis::maximum}) {
      const auto fits = [&](const Ceiling& c) {
        return is_it(c) && c.origin.source == source && c.origin.basis == basis && c.rate.value() > 0;
      };
      const auto first = std::find_if(a.begin(), a.end(), fits);
      const auto second = std::find_if(b.begin(), b.end(), fits);
      if (first != a.end() && second != b.end()) return second->rate / first->rate;
    }
  }
  return std::nullopt;
}

std::optional<double> ratio_of(const Ceilings& a, const Ceilings& b, Level level) {
  return ratio_of_roofs(a.memory, b.memory, [&](const auto& c) { return c.level == level; });
}
std::optional<double> ratio_of(const Ceilings& a, const Ceilings& b, Precision precision) {
  return ratio_of_roofs(a.compute, b.compute, [&](const auto& c) { return c.precision == precision; });
}
std::optional<double> ratio_of(const Ceilings& a, const Ceilings& b, Pipe pipe) {
  if (is_of_host(pipe)) {
    const auto first = host_roof(a, pipe), second = host_roof(b, pipe);
    return first && second ? std::optional(*second / *first) : std::nullopt;
  }
  return ratio_of_roofs(a.instruction, b.instruction, [&](const auto& c) { return c.pipe == pipe; });
}

std::vector<MachinePair> pair_machines(const ComparisonSide& a, const ComparisonSide& b) {
  const auto first = machines_of(a);
  const auto second = machines_of(b);
  std::vector<MachinePair> result;
  for (std::size_t i = 0; i < std::max(first.size(), second.size()); ++i) {
    if (first.empty() || second.empty()) break;
    const MachineAnalysis& mine = *first[std::min(i, first.size() - 1)];
    const MachineAnalysis& theirs = *second[std::min(i, second.size() - 1)];
    MachinePair pair{mine.machine, theirs.machine, side_by_side(mine, theirs)};
    const auto reads_the_same = [&](const MachinePair& earlier) {
      return std::equal(
          earlier.properties.begin(), earlier.properties.end(), pair.properties.begin(), pair.properties.end(),
          [](const PropertyRow& x, const PropertyRow& y) { return x.id == y.id && x.a == y.a && x.b == y.b; });
    };
    if (std::none_of(result.begin(), result.end(), reads_the_same)) result.push_back(std::move(pair));
  }
  return result;
}

ProjectedGpu as_measured(const Machine& machine) {
  const DeviceProperties& device = machine.device;
  return {machine.ceilings, device.sm_count, device.sm_clock_maximum, device.compute_capability};
}

KernelPair make_pair(const ComparedKernel& a, const ComparedKernel& b, MatchRule rule) {
  KernelPair pair;
  pair.a = a.kernel;
  pair.b = b.kernel;
  pair.rule = rule;
  pair.rank_a = a.rank;
  pair.rank_b = b.rank;
  const AnalysedKernel& before = *a.kernel;
  const AnalysedKernel& after = *b.kernel;
  const bool timed = before.time && after.time && before.time->median.value() > 0 && after.time->median.value() > 0;
  if (timed && !before.failed() && !after.failed()) {
    pair.speedup = speedup(*before.time, *after.time);
    pair.speedup->ratio *= launches_summed(after) / launches_summed(before);
  }
  pair.trend = trend(pair.speedup);
  pair.prediction = predict(before, after);
  if (pair.speedup && pair.speedup->interval && pair.prediction) {
    pair.falls_short = pair.speedup->interval->high * (1 + kProcessNoise) < pair.prediction->low;
  }
  pair.precision_changed = precision_changed(before, after);
  pair.binding_changed =
      before.binding != after.binding && before.binding != Binding::unknown && after.binding != Binding::unknown;
  return pair;
}

}  // namespace

double launches_summed(const AnalysedKernel& kernel) {
  const Observation& o = *kernel.observation;
  return o.scope == Scope::nvtx ? static_cast<double>(std::max<std::uint64_t>(1, o.launches_made)) : 1;
}

Speedup speedup(const TimingSummary& a, const TimingSummary& b) {
  Speedup result{.ratio = a.median / b.median, .interval = std::nullopt};
  if (std::min(a.repetitions, b.repetitions) < kLeastRepetitions) return result;
  if (b.lower_quartile.value() <= 0) return result;
  result.interval = Interval{a.lower_quartile / b.upper_quartile, a.upper_quartile / b.lower_quartile};
  return result;
}

Trend trend(const std::optional<Speedup>& speedup) {
  if (!speedup || !speedup->interval) return Trend::unknown;
  if (speedup->interval->low > 1 + kProcessNoise) return Trend::faster;
  if (speedup->interval->high * (1 + kProcessNoise) < 1) return Trend::slower;
  return Trend::same;
}

bool precision_changed(const AnalysedKernel& a, const AnalysedKernel& b) {
  return a.precision && b.precision && a.precision != b.precision;
}

std::optional<RoofPrediction> predict(const AnalysedKernel& a, const AnalysedKernel& b) {
  const bool waiting_known = a.explanation.gap && a.explanation.gap->waiting;
  if (waiting_known && !precision_changed(a, b) && a.busiest) {
    const auto projection = project(a, as_measured(*b.machine), as_measured(*a.machine));
    if (projection && projection->middle) {
      const Seconds measured = a.time->median;
      return RoofPrediction{measured / *projection->middle, projection->speedup_low(measured),
                            projection->speedup_high(measured), label_of(*a.busiest)};
    }
  }
  const bool bound = a.binding != Binding::no_roof && a.binding != Binding::unknown;
  if (precision_changed(a, b) || !bound || !a.busiest) return std::nullopt;
  const auto ratio = std::visit(
      [&](auto resource) { return ratio_of(a.machine->ceilings, b.machine->ceilings, resource); }, *a.busiest);
  if (!ratio) return std::nullopt;
  return RoofPrediction{*ratio, *ratio, *ratio, label_of(*a.busiest)};
}

Comparison compare(const ComparisonSide& a, const ComparisonSide& b) {
  const std::vector<ComparedKernel> first = kernels_of(a);
  const std::vector<ComparedKernel> second = kernels_of(b);
  const Matching matching = match_kernels(first, second);
  Comparison result;
  result.simulated = is_simulated(a) || is_simulated(b);
  result.altered = was_altered(a) || was_altered(b);
  result.recorded_a = &a.recording->provenance;
  result.recorded_b = &b.recording->provenance;
  result.machines = pair_machines(a, b);
  result.differences = differing_conditions(a, b, first, second, matching);
  for (const KernelMatch& match : matching.pairs) {
    result.pairs.push_back(make_pair(first[match.a], second[match.b], match.rule));
  }
  for (const std::size_t i : matching.only_a) result.only_a.push_back(first[i]);
  for (const std::size_t i : matching.only_b) result.only_b.push_back(second[i]);
  return result;
}

}  // namespace rooflens::models

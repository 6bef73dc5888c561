#include "models/compare/gate_metric.hpp"

#include <algorithm>
#include <vector>

#include "models/place/uncounted_work.hpp"

namespace rooflens::models {
namespace {

using U = GateUnit;

// What a pipe does is counted, whatever its lanes; operations are those of a format.
GateUnit unit_of(const MetricRow& row) {
  const bool of_format = row.id.ends_with("_flops") || row.id.ends_with("_ops");
  if (row.unit == MetricUnit::operations && of_format) return U::operations;
  if (row.unit == MetricUnit::bytes) return U::bytes;
  return row.unit == MetricUnit::fraction ? U::fraction : U::count;
}

std::vector<GateMetric> watched() {
  std::vector<GateMetric> metrics{{"time", U::seconds, Worse::higher, true},
                                  {"percent_of_roof", U::fraction, Worse::lower, true},
                                  {"flop_per_s", U::operations_per_s, Worse::lower, true}};
  for (const MetricRow& row : metric_table()) {
    if (metrics.back().id != row.id) metrics.push_back({row.id, unit_of(row), row.worse, false});
  }
  return metrics;
}

// `amount` over each of the times: the shortest time gives the largest value.
GateSample rate_sample(double amount, const TimingSummary& time, bool known) {
  return {amount / time.median.value(),
          {amount / time.upper_quartile.value(), amount / time.lower_quartile.value()},
          known};
}

// Counters of the metric, in all rows with its id, that were not collected.
std::vector<std::string_view> missing_counters(std::string_view id, const CounterSet& counters) {
  std::vector<std::string_view> missing;
  for (const MetricRow& row : metric_table()) {
    if (row.id != id) continue;
    for (const auto& terms : {row.numerator, row.denominator}) {
      for (const Term& term : terms) {
        if (!counters.find(term.counter)) missing.push_back(term.counter);
      }
    }
  }
  return missing;
}

// Names of counters differ from chip to chip: those that were refused are those of this one.
std::string why_not_calculated(std::string_view id, const AnalysedKernel& kernel) {
  for (const AbsentMetric& absent : kernel.absent_metrics) {
    if (absent.row->id == id) return absent.reason;
  }
  const auto missing = missing_counters(id, kernel.observation->counters);
  for (const Refusal& refusal : kernel.observation->refused) {
    if (std::find(missing.begin(), missing.end(), refusal.counter) != missing.end())
      return refusal.counter + ": " + refusal.reason;
  }
  return missing.empty() ? "" : std::string(missing.front()) + " was not collected";
}

}  // namespace

std::span<const GateMetric> gate_metrics() {
  static const std::vector<GateMetric> kMetrics = watched();
  return kMetrics;
}

const GateMetric* find_gate_metric(std::string_view id) {
  const auto it = std::ranges::find(gate_metrics(), id, &GateMetric::id);
  return it == gate_metrics().end() ? nullptr : &*it;
}

std::optional<GateSample> sample_of(const GateMetric& metric, const AnalysedKernel& kernel) {
  const bool of_rate = metric.unit == U::fraction || metric.unit == U::operations_per_s;
  const double each = of_rate ? 1 : 1 / launches_summed(kernel);
  if (!metric.timed) {
    const auto value = evaluate(metric.id, kernel.counters());
    if (!value) return std::nullopt;
    return GateSample{*value * each, {*value * each, *value * each}, true};
  }
  if (!kernel.time || kernel.time->lower_quartile.value() <= 0) return std::nullopt;
  const TimingSummary& time = *kernel.time;
  const bool known = time.repetitions >= kLeastRepetitions;
  if (metric.id == "percent_of_roof") {
    if (!kernel.percent_of_roof) return std::nullopt;
    return rate_sample(kernel.percent_of_roof->shortest.value(), time, known);
  }
  if (metric.id == "flop_per_s") {
    if (!kernel.flops) return std::nullopt;
    return rate_sample(kernel.flops->value(), time, known);
  }
  return GateSample{
      time.median.value() * each, {time.lower_quartile.value() * each, time.upper_quartile.value() * each}, known};
}

std::string why_missing(const GateMetric& metric, const AnalysedKernel& kernel) {
  if (kernel.failed()) return "it failed its verification";
  if (!metric.timed) return why_not_calculated(metric.id, kernel);
  if (!kernel.time) return "it was not timed";
  if (metric.id == "time") return {};
  if (metric.id == "percent_of_roof" && kernel.mismatch) return kernel.mismatch->finding.cause;
  const bool by_formula = metric.id == "percent_of_roof" && kernel.observation->work;
  if (!by_formula && kernel.uncounted != MatrixWork::none) return "what its tensor pipe did was not counted";
  if (const auto lost = lost_formats(kernel); !lost.empty()) return why_not_calculated(lost.front().metric, kernel);
  if (metric.id == "percent_of_roof") return "neither its work nor what it moved was counted, or no roof is known";
  if (metric.id == "flop_per_s") return "no floating-point operations were counted";
  return {};
}

}  // namespace rooflens::models

#include "models/place/uncounted_work.hpp"

#include <algorithm>
#include <string_view>

#include "models/base/thresholds.hpp"
#include "models/counters/metric_table.hpp"
#include "models/place/kernel_metric.hpp"

namespace rooflens::models {
namespace {

constexpr double kLanes = 32;

// Whether the counter was asked for and is not there, or contradicts others.
bool is_lost(const TrustedCounters& kernel, std::string_view counter) {
  const std::vector<Refusal>& refused = kernel.observation->refused;
  return kernel.is_contradictory(counter) || std::any_of(refused.begin(), refused.end(), [&](const Refusal& refusal) {
           return refusal.counter == counter;
         });
}

bool is_lost(const TrustedCounters& kernel, const OperationMetric& format) {
  if (metric(kernel, format.metric)) return false;
  for (const MetricRow& row : metric_table()) {
    if (row.id != format.metric) continue;
    const auto lost = [&](const Term& term) { return is_lost(kernel, term.counter); };
    if (std::any_of(row.numerator.begin(), row.numerator.end(), lost)) return true;
  }
  return false;
}

}  // namespace

std::vector<OperationMetric> lost_formats(const TrustedCounters& kernel) {
  std::vector<OperationMetric> formats;
  if (const auto& work = kernel.observation->work; work && work->tells_operations()) return formats;
  for (const OperationMetric& format : operation_metrics()) {
    const bool vector = is_floating_point(format.precision) && !info(format.precision).tensor;
    if (vector && is_lost(kernel, format)) formats.push_back(format);
  }
  return formats;
}

std::optional<double> warp_instructions(const CounterSet& counters) {
  const auto patched = counters.value(kWarps);
  return patched ? patched : counters.value(kWarpsByHardware);
}

std::optional<Operations> most_operations(const TrustedCounters& kernel, Precision precision) {
  const auto warps = warp_instructions(kernel.counters());
  if (!warps) return std::nullopt;
  const double of_a_lane = precision == Precision::int32 ? 1 : precision == Precision::fp16 ? 4 : 2;
  return Operations(*warps * kLanes * of_a_lane);
}

bool may_lack_operations(const TrustedCounters& kernel, Operations counted) {
  const std::vector<OperationMetric> formats = lost_formats(kernel);
  return std::any_of(formats.begin(), formats.end(), [&](const OperationMetric& format) {
    const auto most = most_operations(kernel, format.precision);
    return !most || most->value() > kNegligibleWork * counted.value();
  });
}

bool may_need_longer(const TrustedCounters& kernel, Seconds shortest) {
  const std::vector<OperationMetric> formats = lost_formats(kernel);
  return std::any_of(formats.begin(), formats.end(), [&](const OperationMetric& format) {
    const ComputeCeiling* roof = kernel.machine->ceilings.best(format.precision);
    const auto most = most_operations(kernel, format.precision);
    return roof && (!most || *most / roof->rate > shortest);
  });
}

bool has_no_flops(const CountedKernel& kernel) {
  if (kernel.flops || kernel.uncounted != MatrixWork::none) return false;
  if (const auto& work = kernel.observation->work; work && work->tells_operations()) return true;
  return metric(kernel, "fp32_flops").has_value() && lost_formats(kernel).empty();
}

}  // namespace rooflens::models

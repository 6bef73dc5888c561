#include "models/compare/gate_metric.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "models/counters/metric_table.hpp"
#include "models/place/uncounted_work.hpp"

namespace rooflens::models {
namespace {

using U = GateUnit;
using enum Worse;
// clang-format off
constexpr std::array kTable{
    GateMetric{"time",                         U::seconds,          higher, true},
    GateMetric{"percent_of_roof",              U::fraction,         lower,  true},
    GateMetric{"flop_per_s",                   U::operations_per_s, lower,  true},
    GateMetric{"fp64_flops",                   U::operations,       higher, false},
    GateMetric{"fp32_flops",                   U::operations,       higher, false},
    GateMetric{"fp16_flops",                   U::operations,       higher, false},
    GateMetric{"int32_ops",                    U::operations,       higher, false},
    GateMetric{"conversion_ops",               U::operations,       higher, false},
    GateMetric{"tensor_fp64_flops",            U::operations,       higher, false},
    GateMetric{"tensor_tf32_flops",            U::operations,       higher, false},
    GateMetric{"tensor_bf16_flops",            U::operations,       higher, false},
    GateMetric{"tensor_fp16_flops",            U::operations,       higher, false},
    GateMetric{"tensor_fp8_flops",             U::operations,       higher, false},
    GateMetric{"tensor_int8_ops",              U::operations,       higher, false},
    GateMetric{"dram_bytes",                   U::bytes,            higher, false},
    GateMetric{"dram_read_bytes",              U::bytes,            higher, false},
    GateMetric{"dram_write_bytes",             U::bytes,            higher, false},
    GateMetric{"l2_bytes",                     U::bytes,            higher, false},
    GateMetric{"l1_bytes",                     U::bytes,            higher, false},
    GateMetric{"shared_bytes",                 U::bytes,            higher, false},
    GateMetric{"shared_requested_bytes",       U::bytes,            higher, false},
    GateMetric{"global_requested_bytes",       U::bytes,            higher, false},
    GateMetric{"warp_instructions",            U::count,            higher, false},
    GateMetric{"achieved_occupancy",           U::fraction,         lower,  false},
    GateMetric{"lane_efficiency",              U::fraction,         lower,  false},
    GateMetric{"predication_efficiency",       U::fraction,         lower,  false},
    GateMetric{"branch_uniformity",            U::fraction,         lower,  false},
    GateMetric{"load_coalescing",              U::fraction,         lower,  false},
    GateMetric{"store_coalescing",             U::fraction,         lower,  false},
    GateMetric{"load_sectors_per_access",      U::count,            higher, false},
    GateMetric{"store_sectors_per_access",     U::count,            higher, false},
    GateMetric{"shared_wavefronts_per_access", U::count,            higher, false},
    GateMetric{"shared_bytes_per_access",      U::bytes,            lower,  false},
    GateMetric{"local_accesses",               U::count,            higher, false},
    GateMetric{"sm_balance",                   U::fraction,         lower,  false},
    GateMetric{"sfu_operations",               U::count,            higher, false},
    GateMetric{"alu_operations",               U::count,            higher, false},
    GateMetric{"fma_heavy_operations",         U::count,            higher, false},
    GateMetric{"lsu_instructions",             U::count,            higher, false},
    GateMetric{"atomic_sectors",               U::count,            higher, false},
    GateMetric{"atomic_slice_cycles",          U::count,            higher, false},
    GateMetric{"shared_atomic_wavefronts",     U::count,            higher, false},
    GateMetric{"load_latency_cycles",          U::count,            higher, false},
    GateMetric{"loads_in_flight",              U::count,            lower,  false},
    GateMetric{"tensor_pipe_active",           U::fraction,         lower,  false},
};
// clang-format on

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

std::span<const GateMetric> gate_metrics() { return kTable; }

const GateMetric* find_gate_metric(std::string_view id) {
  const auto it = std::find_if(kTable.begin(), kTable.end(), [&](const GateMetric& m) { return m.id == id; });
  return it == kTable.end() ? nullptr : &*it;
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

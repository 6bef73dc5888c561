// What a gate can watch, and which direction of each is the worse one.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "models/compare/comparison.hpp"
#include "models/counters/metric_table.hpp"
#include "models/explain/analysis.hpp"

namespace rooflens::models {

enum class GateUnit { seconds, operations_per_s, fraction, bytes, operations, count };

struct GateMetric {
  std::string_view id;  ///< in options and JSON; that of metric_table() for derived metrics
  GateUnit unit;
  Worse worse;
  bool timed;  ///< goes with the kernel's time, so that the spread of its repetitions is the metric's own
};

/// time, percent_of_roof and flop_per_s, then every id of metric_table() in its order.
[[nodiscard]] std::span<const GateMetric> gate_metrics();

/// The metric with that id, or nullptr.
[[nodiscard]] const GateMetric* find_gate_metric(std::string_view id);

/// One process's value of a metric, with the quartiles that its repetitions give to what goes with time. What is not
/// timed was counted once and has no width.
struct GateSample {
  double value = 0;
  Interval interval;
  bool spread_known = true;  ///< false: timed, with fewer than kLeastRepetitions durations
};

/// Nothing where the kernel was not timed or its counters are missing.
[[nodiscard]] std::optional<GateSample> sample_of(const GateMetric& metric, const AnalysedKernel& kernel);

/// Why sample_of() gives nothing: "dram__bytes.sum: not offered by GA104". Empty: not known.
[[nodiscard]] std::string why_missing(const GateMetric& metric, const AnalysedKernel& kernel);

}  // namespace rooflens::models

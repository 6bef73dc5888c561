#include "reports/compare/compare_words.hpp"

#include <algorithm>
#include <cmath>

#include "models/base/counted.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

// Also where one pipe of the SMs takes the place of another: `binding` calls both compute.
bool is_bound_elsewhere(const models::KernelPair& pair) {
  const bool known = pair.a->binding != models::Binding::unknown && pair.b->binding != models::Binding::unknown;
  return known && limit_word(*pair.a) != limit_word(*pair.b);
}

}  // namespace

std::string ComparedNames::name(const models::ComparedKernel& entry) const {
  const models::Observation& observation = *entry.kernel->observation;
  std::string name = clean_utf8(observation.name);
  const auto same = count_.find({entry.rank, observation.name});
  if (same != count_.end() && same->second > 1) {
    for (const auto& [parameter, value] : observation.parameters) {
      name += fmt::format(" {}={}", clean_utf8(parameter), value);
    }
  }
  return ranks_.size() > 1 ? fmt::format("{} \u00B7 rank {}", name, entry.rank) : name;
}

std::string interval_text(const models::Interval& interval) {
  const auto text = [](double bound) { return bound < 10 ? fmt::format("{:.3f}", bound) : significant(bound); };
  return fmt::format("{}..{}", text(interval.low), text(interval.high));
}

std::string prediction_text(const models::RoofPrediction& prediction) {
  const std::string low = format_factor(prediction.low), high = format_factor(prediction.high);
  return low == high ? high : fmt::format("{} to {}", low, high);
}

std::string property_text(const models::PropertyRow& row, const models::PropertyValue& value) {
  if (const auto* words = std::get_if<std::string>(&value)) return clean_utf8(*words);
  const auto* number = std::get_if<double>(&value);
  if (!number) return std::string(kMissing);
  switch (row.unit) {
    case models::PropertyUnit::text:
    case models::PropertyUnit::count:
      return fmt::format("{:.0f}", *number);
    case models::PropertyUnit::hertz:
      return format(models::Hertz(*number));
    case models::PropertyUnit::bytes:
      return format_capacity(models::Bytes(*number));
    case models::PropertyUnit::watts:
      return fmt::format("{:.0f} W", *number);
    case models::PropertyUnit::yes_no:
      return *number > 0 ? "on" : "off";
    case models::PropertyUnit::bytes_per_s:
      return format(models::ByteRate(*number));
    case models::PropertyUnit::per_s:
      return format(models::OperationRate(*number), row.what);
    case models::PropertyUnit::seconds:
      return format(models::Seconds(*number));
    case models::PropertyUnit::operations_per_s:
      return format(models::OperationRate(*number), row.id.find("int") == std::string::npos ? "FLOP" : "OP");
  }
  return std::string(kMissing);
}

std::string difference_word(const models::PropertyRow& row) { return row.differs() ? "differs" : ""; }

std::string count_text(const std::vector<models::ComparedKernel>& kernels) {
  const auto ranges = static_cast<std::size_t>(std::ranges::count_if(kernels, [](const models::ComparedKernel& entry) {
    return entry.kernel->observation->scope == models::Scope::nvtx;
  }));
  const std::string text = models::counted(kernels.size() - ranges, "kernel");
  return ranges == 0 ? text : text + " and " + models::counted(ranges, "NVTX range");
}

std::string metric_text(const models::GateMetric& metric, double value) {
  switch (metric.unit) {
    case models::GateUnit::seconds:
      return format(models::Seconds(value));
    case models::GateUnit::operations_per_s:
      return format(models::OperationRate(value));
    case models::GateUnit::fraction:
      return format_percent(value);
    case models::GateUnit::bytes:
      return format(models::Bytes(value));
    case models::GateUnit::operations:
      return format(models::Operations(value), metric.id.ends_with("_ops") ? "OP" : "FLOP");
    case models::GateUnit::count:
      return significant(value);
  }
  return significant(value);
}

std::string limit_text(const models::Limit& limit) {
  return fmt::format("{} {:g}\u00A0{}", limit.metric->id, 100 * limit.amount, limit.points ? "pt" : "%");
}

std::string change_text(const models::GateResult& result) {
  if (!result.change) return std::string(kMissing);
  // No "-0.0 %".
  const double change = std::abs(*result.change) < 0.0005 ? 0.0 : *result.change;
  return fmt::format("{:+.1f}\u00A0{}", 100 * change, result.limit.points ? "pt" : "%");
}

std::string difference_text(const models::ConditionDifference& difference, std::string_view a, std::string_view b) {
  return fmt::format("{}{}: {} in {}, {} in {}", difference.recorded ? "differs in " : "may differ in ",
                     info(difference.condition).label, clean_utf8(difference.a), a, clean_utf8(difference.b), b);
}

models::ComparedKernel first_of(const models::KernelPair& pair) { return {pair.a, pair.rank_a, 0}; }

ComparedNames names_of(const models::Comparison& comparison) {
  ComparedNames names;
  for (const models::KernelPair& pair : comparison.pairs) names.add(first_of(pair));
  for (const models::ComparedKernel& entry : comparison.only_a) names.add(entry);
  for (const models::ComparedKernel& entry : comparison.only_b) names.add(entry);
  return names;
}

std::string outcome(const models::Comparison& comparison) {
  const auto count = [&](models::Trend trend) {
    return std::count_if(comparison.pairs.begin(), comparison.pairs.end(),
                         [&](const models::KernelPair& pair) { return pair.trend == trend; });
  };
  std::string text = fmt::format("{}: B is faster in {}, slower in {}, the same in {}",
                                 models::counted(comparison.pairs.size(), "pair"), count(models::Trend::faster),
                                 count(models::Trend::slower), count(models::Trend::same));
  if (const auto unknown = count(models::Trend::unknown)) text += fmt::format(", unknown in {}", unknown);
  const auto short_of = std::count_if(comparison.pairs.begin(), comparison.pairs.end(),
                                      [](const models::KernelPair& pair) { return pair.falls_short; });
  text = fmt::format("{}; {} {} short of what the roofs predict.", text, short_of, short_of == 1 ? "falls" : "fall");
  return text;
}

std::string_view kind_of_data(const models::Provenance& provenance) {
  const bool altered = models::is_altered(provenance);
  if (provenance.kind == models::RecordingKind::simulated) {
    return altered ? "simulated, altered since it was recorded" : "simulated";
  }
  if (provenance.collector == "ncu import") {
    return altered ? "imported from Nsight Compute, altered since it was recorded" : "imported from Nsight Compute";
  }
  return altered ? "altered since it was recorded" : "";
}

std::vector<std::string> statements(const models::KernelPair& pair) {
  std::vector<std::string> result;
  if (pair.rule != models::MatchRule::same) {
    std::string text(info(pair.rule).text);
    if (pair.a->observation->name != pair.b->observation->name) {
      text += fmt::format(" (B: {})", shorten_middle(clean_utf8(pair.b->observation->name), 60));
    }
    result.push_back(std::move(text));
  }
  const std::uint64_t launches_a = pair.a->observation->launches_made, launches_b = pair.b->observation->launches_made;
  if (pair.a->observation->scope == models::Scope::nvtx && launches_a != launches_b)
    result.push_back(fmt::format("speed-up per launch: A made {}, B {}", launches_a, launches_b));
  if (pair.precision_changed) {
    result.push_back(fmt::format("precision changed from {} to {}: another task", info(*pair.a->precision).label,
                                 info(*pair.b->precision).label));
  }
  if (is_bound_elsewhere(pair))
    result.push_back(fmt::format("bound by {} in A, {} in B", limit_word(*pair.a), limit_word(*pair.b)));
  for (const auto& [side, kernel] : {std::pair{"A", pair.a}, std::pair{"B", pair.b}}) {
    if (!is_contradictory(*kernel)) continue;
    result.push_back(
        fmt::format("{}: counters and time contradict each other ({})", side, mismatch_words(*kernel->mismatch)));
  }
  if (pair.falls_short) {
    result.push_back(fmt::format("at most {} where the {} roofs predict {}",
                                 format_factor(pair.speedup->interval->high), pair.prediction->roof,
                                 prediction_text(*pair.prediction)));
  }
  return result;
}

}  // namespace rooflens::reports

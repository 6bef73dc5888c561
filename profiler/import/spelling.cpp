#include "profiler/import/spelling.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string_view>

#include "models/counters/metric_table.hpp"
#include "models/counters/names.hpp"
#include "models/place/operations.hpp"

namespace rooflens::imports {
namespace {

enum class How {
  name,    ///< `theirs` is `ours` by another name
  prefix,  ///< any name that begins with `theirs`, for the one that begins with `ours`
  sum,     ///< `theirs` + `more`
};

struct Spelling {
  std::string_view ours;
  std::string_view theirs;
  How how = How::name;
  std::string_view more{};
};

// The first row that applies is used. Counts by patched code (SASS) and by hardware monitors are equal for kernels that
// run to their end; sums over sub-partitions and over SMs are the same sum.
constexpr std::array kSpellings{
    Spelling{models::counter::kSmspSassPrefix, models::counter::kSmSassPrefix, How::prefix},
    Spelling{models::counter::kSmspSassInstExecutedSum, models::counter::kSmspInstExecutedSum},
    Spelling{models::counter::kSmspSassInstExecutedSum, models::counter::kSmInstExecutedSum},
    Spelling{models::counter::kSmspSassInstExecutedOpPrefix, models::counter::kSmspInstExecutedOpPrefix, How::prefix},
    Spelling{models::counter::kSmspSassThreadInstExecutedSum, models::counter::kSmspThreadInstExecutedSum},
    Spelling{models::counter::kSmspSassThreadInstExecutedPredOnSum, models::counter::kSmspThreadInstExecutedPredOnSum},
    Spelling{models::counter::kSmspSassThreadInstExecutedOpPrefix, models::counter::kSmspThreadInstExecutedOpPrefix,
             How::prefix},
    Spelling{models::counter::kSmspSassL1texPipeLsuWavefrontsMemSharedSum,
             models::counter::kL1texDataPipeLsuWavefrontsMemSharedSum},
    Spelling{models::counter::kSmspSassL1texTSectorsPrefix, models::counter::kL1texTSectorsPrefix, How::prefix},
    Spelling{models::kTensorActivity, models::counter::kSmInstExecutedPipeTensorOpHmmaSum},
    Spelling{models::counter::kDramBytesReadSum, models::counter::kFbpaDramReadBytesSum},
    Spelling{models::counter::kDramBytesWriteSum, models::counter::kFbpaDramWriteBytesSum},
    Spelling{models::counter::kDramBytesSum, models::counter::kDramBytesReadSum, How::sum,
             models::counter::kDramBytesWriteSum},
    Spelling{models::counter::kSmCyclesElapsedAvgPerSecond, models::counter::kSmspCyclesElapsedAvgPerSecond},
    Spelling{models::counter::kSmCyclesElapsedAvgPerSecond, models::counter::kGpcCyclesElapsedAvgPerSecond},
};

// What the formulas of models/metric_table and the roofs ask for.
std::set<std::string_view> wanted() {
  std::set<std::string_view> names{models::kTensorActivity, models::counter::kSmCyclesElapsedAvgPerSecond};
  for (const models::MetricRow& row : models::metric_table()) {
    for (const models::Term& term : row.numerator) names.insert(term.counter);
    for (const models::Term& term : row.denominator) names.insert(term.counter);
  }
  return names;
}

std::optional<double> value_of(const Metrics& metrics, const std::string& name) {
  const auto it = metrics.find(name);
  return it == metrics.end() ? std::nullopt : std::optional(it->second);
}

struct Found {
  double value;
  std::string from;
};

std::optional<Found> by_rate(const Metrics& metrics, const std::string& name, const std::optional<double>& ns) {
  if (!name.ends_with(".sum")) return std::nullopt;
  const auto each_second = value_of(metrics, name + ".per_second");
  if (each_second && ns) return Found{*each_second * *ns * 1e-9, name + ".per_second x gpu__time_duration.sum"};
  const std::string cycles = name.substr(0, name.find("__")) + "__cycles_elapsed";
  const auto each_cycle = value_of(metrics, name + ".per_cycle_elapsed");
  if (!each_cycle) return std::nullopt;
  for (const char* most : {".max", ".avg"}) {
    if (const auto count = value_of(metrics, cycles + most)) {
      return Found{*each_cycle * *count, name + ".per_cycle_elapsed x " + cycles + most};
    }
  }
  const auto clock = value_of(metrics, cycles + ".avg.per_second");
  if (!clock || !ns) return std::nullopt;
  return Found{*each_cycle * *clock * *ns * 1e-9,
               name + ".per_cycle_elapsed x " + cycles + ".avg.per_second x gpu__time_duration.sum"};
}

std::optional<Found> by_spelling(const Metrics& metrics, const std::string& name, const std::optional<double>& ns) {
  for (const Spelling& row : kSpellings) {
    const bool prefix = row.how == How::prefix;
    if (prefix ? !name.starts_with(row.ours) : name != row.ours) continue;
    const std::string other = prefix ? std::string(row.theirs) + name.substr(row.ours.size()) : std::string(row.theirs);
    std::optional<Found> found;
    if (const auto value = value_of(metrics, other)) found = Found{*value, other};
    if (!found) found = by_rate(metrics, other, ns);
    if (found && row.how == How::sum) {
      const std::string second(row.more);
      std::optional<Found> more;
      if (const auto value = value_of(metrics, second)) more = Found{*value, second};
      if (!more) more = by_rate(metrics, second, ns);
      if (!more) continue;
      found = Found{found->value + more->value, found->from + " + " + more->from};
    }
    if (found) return found;
  }
  return std::nullopt;
}

}  // namespace

std::vector<std::string> add_our_names(Metrics& metrics, const std::optional<double>& duration_ns) {
  static const std::set<std::string_view> kWanted = wanted();
  std::vector<std::string> added;
  for (int pass = 0; pass < 2; ++pass) {  // what one adds may be what another follows from
    for (const std::string_view ours : kWanted) {
      const std::string name(ours);
      if (metrics.contains(name)) continue;
      auto found = by_rate(metrics, name, duration_ns);
      if (!found) found = by_spelling(metrics, name, duration_ns);
      if (!found || !std::isfinite(found->value)) continue;
      added.push_back(name + " from " + found->from);
      metrics.emplace(name, found->value);
    }
  }
  return added;
}

}  // namespace rooflens::imports

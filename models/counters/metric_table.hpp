// The one table of derived metrics: each is weight-sums of counters, one over the other. Evaluation, the text printed
// by `rooflens list counters`, and the names in reports all come from these rows.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/counters/counters.hpp"

namespace rooflens::models {

/// weight * counter.
struct Term {
  double weight = 0;
  std::string_view counter;
};

/// A sum of a few of them, a value that may stand in a table.
class Terms {
 public:
  constexpr Terms() = default;
  constexpr Terms(std::initializer_list<Term> terms) : size_(terms.size()) {
    std::copy(terms.begin(), terms.end(), terms_.begin());
  }
  [[nodiscard]] constexpr const Term* begin() const { return terms_.data(); }
  [[nodiscard]] constexpr const Term* end() const { return begin() + size_; }
  [[nodiscard]] constexpr std::size_t size() const { return size_; }
  [[nodiscard]] constexpr bool empty() const { return size_ == 0; }

 private:
  std::array<Term, 7> terms_{};
  std::size_t size_ = 0;
};

/// Nothing where one of the counters is missing.
[[nodiscard]] std::optional<double> weighted_sum(const Terms& terms, const CounterSet& counters);

/// How a value is written for people.
enum class MetricUnit { operations, bytes, instructions, wavefronts, sectors, cycles, fraction, ratio };
template <>
inline constexpr auto kNames<MetricUnit> = std::to_array<std::string_view>({"operations", "bytes", "instructions",
                                                                            "wavefronts", "sectors", "cycles",
                                                                            "fraction", "ratio"});

enum class Worse { higher, lower };

/// value = sum(numerator) / sum(denominator); an empty denominator is 1. Several rows may share an id: the names differ
/// from chip to chip, and the first row whose counters were all collected is used.
struct MetricRow {
  std::string_view id;     ///< stable name in sessions and JSON
  std::string_view label;  ///< for people
  MetricUnit unit;
  Worse worse;               ///< what a gate takes for a regression
  std::string_view summary;  ///< what it says, one sentence
  Terms numerator;
  Terms denominator;
  double most = 0;            ///< a larger value is none, but for what passes may differ by; 0: no bound
  std::string_view beyond{};  ///< why there is none then
};

[[nodiscard]] std::span<const MetricRow> metric_table();

/// The metric's value; nothing if a counter it needs is missing, its denominator is zero, or it is beyond its row's
/// `most`.
[[nodiscard]] std::optional<double> evaluate(std::string_view metric_id, const CounterSet& counters);

/// The row's formula in counter names, for help texts.
[[nodiscard]] std::string formula(const MetricRow& row);

struct DerivedMetric {
  const MetricRow* row;
  double value;
};

/// Every metric that these counters give, in table order, each id once.
[[nodiscard]] std::vector<DerivedMetric> evaluate_all(const CounterSet& counters);

/// The rows whose counters were collected and contradict what the metric says: MetricRow::beyond tells why.
[[nodiscard]] std::vector<const MetricRow*> metrics_left_out(const CounterSet& counters);

}  // namespace rooflens::models

// What the formats of a comparison and of a gate share: names of kernels, intervals, values of properties and metrics.
#pragma once

#include <fmt/core.h>

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "models/compare/comparison.hpp"
#include "models/compare/gate.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {

/// What kernels are called where several sessions are compared.
class ComparedNames {
 public:
  /// Of all kernels that the report names.
  void add(const models::ComparedKernel& entry) {
    ranks_.insert(entry.rank);
    ++count_[{entry.rank, entry.kernel->observation->name}];
  }
  /// The kernel's name; with its parameters where several kernels of a side share it, with its rank where there are
  /// several.
  [[nodiscard]] std::string name(const models::ComparedKernel& entry) const;

 private:
  std::set<int> ranks_;
  std::map<std::pair<int, std::string>, std::size_t> count_;
};

/// "1.020..1.051"
[[nodiscard]] std::string interval_text(const models::Interval& interval);
/// "1.09× to 1.23×"; "1.16×" where it is a ratio of two roofs.
[[nodiscard]] std::string prediction_text(const models::RoofPrediction& prediction);

[[nodiscard]] std::string property_text(const models::PropertyRow& row, const models::PropertyValue& value);

/// "differs", or nothing.
[[nodiscard]] std::string difference_word(const models::PropertyRow& row);

/// "77 kernels and 3 NVTX ranges"
[[nodiscard]] std::string count_text(const std::vector<models::ComparedKernel>& kernels);

/// A metric's value with its unit.
[[nodiscard]] std::string metric_text(const models::GateMetric& metric, double value);

/// "time 5 %", "percent_of_roof 3 pt"
[[nodiscard]] std::string limit_text(const models::Limit& limit);

/// "+3.1 %", "-2.0 pt"
[[nodiscard]] std::string change_text(const models::GateResult& result);

/// "differs in driver: 580.1 in A, 590.2 in B"; "may differ in" where one side does not tell.
[[nodiscard]] std::string difference_text(const models::ConditionDifference& difference, std::string_view a,
                                          std::string_view b);

/// A's kernel of a pair: its name stands for both.
[[nodiscard]] models::ComparedKernel first_of(const models::KernelPair& pair);

/// Names for every kernel that the comparison holds.
[[nodiscard]] ComparedNames names_of(const models::Comparison& comparison);

/// "12 pairs: B is faster in 3, slower in 1, the same in 8; 1 falls short of what the roofs predict."
[[nodiscard]] std::string outcome(const models::Comparison& comparison);

/// "simulated", "imported from Nsight Compute", "altered since it was recorded"; empty for what a GPU ran under this
/// tool.
[[nodiscard]] std::string_view kind_of_data(const models::Provenance& provenance);

/// What is to be known of a pair, in sentences without a full stop.
[[nodiscard]] std::vector<std::string> statements(const models::KernelPair& pair);

}  // namespace rooflens::reports

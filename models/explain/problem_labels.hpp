// What tells the problems of one kernel apart, where a recording holds it several times: a sweep would otherwise be a
// column of equal names.
#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "models/record/observation.hpp"

namespace rooflens::models {

/// A parameter's value as short as it can be given back to `--set`: 1000, 65536, 16Mi, 8Gi.
[[nodiscard]] std::string short_count(std::int64_t value);

/// "n=16Mi block=128".
[[nodiscard]] std::string parameters_text(const std::map<std::string, std::int64_t>& parameters);

class ProblemLabels {
 public:
  ProblemLabels() = default;
  explicit ProblemLabels(const std::vector<Observation>& observations);
  explicit ProblemLabels(const std::vector<const Observation*>& observations);

  /// Whether any kernel is there with more than one problem.
  [[nodiscard]] bool several() const { return !varying_.empty(); }
  /// The parameters that differ between the problems of this kernel, "n=16Mi block=128"; empty where none does.
  [[nodiscard]] std::string brief(const Observation& observation) const;
  /// "sgemm/tiled n=4096"; the bare name where nothing differs.
  [[nodiscard]] std::string name(const Observation& observation) const;

 private:
  using FirstOfName = std::unordered_map<std::string_view, const Observation*>;
  void compare(const Observation& observation, FirstOfName& first);

  std::map<std::string, std::set<std::string>> varying_;  ///< kernel -> names of parameters
};

}  // namespace rooflens::models

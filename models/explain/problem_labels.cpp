#include "models/explain/problem_labels.hpp"

namespace rooflens::models {

std::string short_count(std::int64_t value) {
  constexpr std::int64_t kMebi = std::int64_t{1} << 20;
  constexpr std::int64_t kGibi = std::int64_t{1} << 30;
  if (value != 0 && value % kGibi == 0) return std::to_string(value / kGibi) + "Gi";
  if (value != 0 && value % kMebi == 0) return std::to_string(value / kMebi) + "Mi";
  return std::to_string(value);
}

std::string parameters_text(const std::map<std::string, std::int64_t>& parameters) {
  std::string text;
  for (const auto& [name, value] : parameters) {
    text.append(text.empty() ? "" : " ").append(name).append("=").append(short_count(value));
  }
  return text;
}

ProblemLabels::ProblemLabels(const std::vector<Observation>& observations) {
  FirstOfName first;
  for (const Observation& observation : observations) compare(observation, first);
}

ProblemLabels::ProblemLabels(const std::vector<const Observation*>& observations) {
  FirstOfName first;
  for (const Observation* observation : observations) compare(*observation, first);
}

// What varies at all differs from the first one somewhere.
void ProblemLabels::compare(const Observation& observation, FirstOfName& first) {
  const Observation& other = *first.emplace(observation.name, &observation).first->second;
  if (other.parameters == observation.parameters) return;
  const auto add_what_is_not_in = [&](const Observation& held, const Observation& from) {
    for (const auto& [parameter, value] : from.parameters) {
      const auto it = held.parameters.find(parameter);
      if (it == held.parameters.end() || it->second != value) varying_[observation.name].insert(parameter);
    }
  };
  add_what_is_not_in(other, observation);
  add_what_is_not_in(observation, other);
}

std::string ProblemLabels::brief(const Observation& observation) const {
  const auto it = varying_.find(observation.name);
  if (it == varying_.end()) return {};
  std::map<std::string, std::int64_t> shown;
  for (const auto& entry : observation.parameters) {
    if (it->second.contains(entry.first)) shown.insert(entry);
  }
  return parameters_text(shown);
}

std::string ProblemLabels::name(const Observation& observation) const {
  const std::string problem = brief(observation);
  return problem.empty() ? observation.name : observation.name + " " + problem;
}

}  // namespace rooflens::models

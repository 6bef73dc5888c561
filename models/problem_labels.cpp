#include "models/problem_labels.hpp"

#include <algorithm>

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
  std::map<std::string_view, std::vector<const Observation*>> by_name;
  for (const Observation& observation : observations) by_name[observation.name].push_back(&observation);
  find_varying(by_name);
}

ProblemLabels::ProblemLabels(const std::vector<KernelAnalysis>& kernels) {
  std::map<std::string_view, std::vector<const Observation*>> by_name;
  for (const KernelAnalysis& kernel : kernels) by_name[kernel.observation->name].push_back(kernel.observation);
  find_varying(by_name);
}

void ProblemLabels::find_varying(const std::map<std::string_view, std::vector<const Observation*>>& by_name) {
  for (const auto& [name, observations] : by_name) {
    std::set<std::string> parameters;
    for (const Observation* observation : observations) {
      for (const auto& [parameter, value] : observation->parameters) parameters.insert(parameter);
    }
    for (const std::string& parameter : parameters) {
      const auto value_in = [&](const Observation* o) {
        const auto it = o->parameters.find(parameter);
        return it == o->parameters.end() ? std::optional<std::int64_t>() : std::optional(it->second);
      };
      const auto first = value_in(observations.front());
      const bool varies = std::any_of(observations.begin(), observations.end(),
                                      [&](const Observation* o) { return value_in(o) != first; });
      if (varies) varying_[std::string(name)].insert(parameter);
    }
  }
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

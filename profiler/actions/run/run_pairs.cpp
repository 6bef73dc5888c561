#include "profiler/actions/run/run_pairs.hpp"

#include <algorithm>
#include <set>

#include "kernels/pairs.hpp"
#include "models/explain/problem_labels.hpp"
#include "profiler/actions/command_error.hpp"

namespace rooflens::cli {
namespace {

constexpr std::size_t kExamples = 3;

// A few kernels that have a counterpart, for whoever chose none of them.
std::string examples() {
  std::string text;
  std::size_t count = 0;
  for (const kernels::Pair& pair : kernels::pairs_of(kernels::catalogue(), kernels::catalogue())) {
    if (count++ == kExamples) return text + ", ...";
    text += (text.empty() ? "" : ", ") + std::string(pair.before->name);
  }
  return text;
}

CasePair with_counterpart(const Case& before, const std::vector<kernels::Pair>& pairs) {
  const auto pair = std::find_if(pairs.begin(), pairs.end(), [&](const auto& p) { return p.before == before.kernel; });
  try {
    return {before, {pair->after, kernels::counterpart_problem(*pair->after, before.problem)}};
  } catch (const kernels::BadParameter& error) {
    throw usage_error(error.what() + (" (counterpart of " + std::string(before.kernel->name) + ")"), hint_of_limits());
  }
}

// Counterparts name the parameter that sets their severity as "stride", "parameter stride" or "by the parameter
// stride".
std::string severity_of(const Case& entry) {
  const std::string severity(entry.kernel->counterpart.severity);
  const std::size_t word = severity.find("parameter ");
  const bool named = word == 0 || (word != std::string::npos && severity.starts_with("by the "));
  const auto& values = entry.problem.values();
  const auto it = values.find(named ? severity.substr(severity.find(' ', word) + 1) : severity);
  return it == values.end() ? severity : models::parameters_text({*it});
}

// What was observed, by kernel and parameters.
class Observed {
 public:
  explicit Observed(const models::Analysis& analysis) {
    for (const models::MachineAnalysis& machine : analysis.machines) {
      for (const models::AnalysedKernel& kernel : machine.kernels) {
        kernels_.emplace(std::pair(kernel.observation->name, kernel.observation->parameters), &kernel);
      }
    }
  }
  /// nullptr for what could not run here.
  [[nodiscard]] const models::AnalysedKernel* find(const Case& entry) const {
    const auto it = kernels_.find({std::string(entry.kernel->name), entry.problem.values()});
    return it == kernels_.end() ? nullptr : it->second;
  }

 private:
  std::map<std::pair<std::string, std::map<std::string, std::int64_t>>, const models::AnalysedKernel*> kernels_;
};

std::optional<models::Seconds> time_of(const models::AnalysedKernel* kernel) {
  return kernel && kernel->time ? std::optional(kernel->time->median) : std::nullopt;
}

bool is_wrong(const models::AnalysedKernel* kernel) { return kernel && kernel->failed(); }

}  // namespace

std::vector<Case> distinct_cases(const std::vector<CasePair>& pairs) {
  std::set<std::pair<const kernels::Kernel*, std::map<std::string, std::int64_t>>> known;
  std::vector<std::vector<Case>> groups;  // one a kernel, in the order in which they come
  const auto add = [&](const Case& entry) {
    if (!known.emplace(entry.kernel, entry.problem.values()).second) return;
    const auto group =
        std::find_if(groups.begin(), groups.end(), [&](const auto& g) { return g.front().kernel == entry.kernel; });
    (group == groups.end() ? groups.emplace_back() : *group).push_back(entry);
  };
  for (const CasePair& pair : pairs) {
    add(pair.before);
    add(pair.after);
  }
  std::vector<Case> cases;
  for (const std::vector<Case>& group : groups) cases.insert(cases.end(), group.begin(), group.end());
  return cases;
}

PairPlan plan_pairs(const RunRequest& request) {
  const std::vector<const kernels::Kernel*> chosen = chosen_kernels(request.globs);
  const std::vector<kernels::Pair> pairs = kernels::pairs_of(chosen, kernels::catalogue());
  if (pairs.empty()) {
    throw usage_error(
        "--pairs: none of the chosen kernels has a counterpart",
        "these have one: " + examples() + "; `rooflens list kernels --format json` names all counterparts");
  }
  std::vector<const kernels::Kernel*> befores;
  for (const kernels::Pair& pair : pairs) befores.push_back(pair.before);
  PairPlan plan{{}, {}, kernels::without_pair(chosen, pairs)};
  for (const Case& before : plan_cases(befores, request)) plan.pairs.push_back(with_counterpart(before, pairs));
  plan.cases = distinct_cases(plan.pairs);
  check_problem_count(plan.cases.size());
  return plan;
}

std::vector<PairResult> compare_pairs(const std::vector<CasePair>& pairs, const models::Analysis& analysis) {
  const Observed observed(analysis);
  std::vector<PairResult> results;
  for (const auto& [before, after] : pairs) {
    const models::AnalysedKernel* slow = observed.find(before);
    const models::AnalysedKernel* fast = observed.find(after);
    PairResult& result = results.emplace_back();
    result.before = before.kernel->name;
    result.after = after.kernel->name;
    result.parameters = before.problem.values();
    result.cause = before.kernel->counterpart.cause;
    result.severity = severity_of(before);
    result.time_before = time_of(slow);
    result.time_after = time_of(fast);
    const bool comparable = result.time_before && result.time_after && !is_wrong(slow) && !is_wrong(fast);
    if (comparable && result.time_after->value() > 0) result.speed_up = *result.time_before / *result.time_after;
  }
  return results;
}

}  // namespace rooflens::cli

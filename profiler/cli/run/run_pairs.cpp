#include "profiler/cli/run/run_pairs.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "kernels/pairs.hpp"
#include "models/explain/problem_labels.hpp"
#include "profiler/actions/command_error.hpp"
#include "profiler/cli/run/sweep.hpp"
#include "reports/json/json_text.hpp"
#include "reports/words/format.hpp"
#include "reports/words/text_table.hpp"

namespace rooflens::cli {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t kExamples = 3;
constexpr std::size_t kLongestName = 30;
constexpr std::size_t kLongestProblem = 24;
constexpr std::size_t kLeastOfFirstName = 12;

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

// Whether a kernel stands in the list more than once.
bool several_problems(const std::vector<PairResult>& results) {
  std::set<std::string> seen;
  return std::any_of(results.begin(), results.end(), [&](const auto& r) { return !seen.insert(r.before).second; });
}

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

PairPlan plan_pairs(const RunOptions& options) {
  const std::vector<const kernels::Kernel*> chosen = chosen_kernels(options.globs);
  const std::vector<kernels::Pair> pairs = kernels::pairs_of(chosen, kernels::catalogue());
  if (pairs.empty()) {
    throw usage_error(
        "--pairs: none of the chosen kernels has a counterpart",
        "these have one: " + examples() + "; `rooflens list kernels --format json` names all counterparts");
  }
  std::vector<const kernels::Kernel*> befores;
  for (const kernels::Pair& pair : pairs) befores.push_back(pair.before);
  PairPlan plan{{}, {}, kernels::without_pair(chosen, pairs)};
  for (const Case& before : plan_cases(befores, options)) plan.pairs.push_back(with_counterpart(before, pairs));
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

std::string pairs_text(const std::vector<PairResult>& results, const reports::TextOptions& options) {
  const std::size_t width = reports::text_width(options.width);
  const bool with_problem = several_problems(results);
  std::vector<reports::TableColumn> columns{{"Before", false}, {"After", false}};
  if (with_problem) columns.push_back({"Problem", false});
  for (const char* heading : {"Time before", "Time after", "Speed-up"}) columns.push_back({heading});
  std::vector<std::vector<reports::Cell>> rows;
  bool absent = false;
  for (const PairResult& r : results) {
    std::vector<reports::Cell>& row = rows.emplace_back();
    row.push_back({r.before});
    row.push_back({reports::shorten_middle(r.after, kLongestName)});
    if (with_problem) row.push_back({reports::shorten_middle(models::parameters_text(r.parameters), kLongestProblem)});
    for (const auto& time : {r.time_before, r.time_after}) row.push_back({reports::format(time)});
    row.push_back({reports::format_factor(r.speed_up), reports::Tone::bold});
    absent |= !r.speed_up;
  }
  std::istringstream lines(reports::table(columns, rows, width, kLeastOfFirstName, options.colour));
  std::string text =
      "\n" + reports::toned("Pairs that differ in one cause", reports::Tone::bold, options.colour) + "\n";
  const auto dim = [&](const std::string& words) {
    text += reports::toned(reports::paragraph(words, width, "  ", "    "), reports::Tone::dim, options.colour);
  };
  std::string line;
  std::getline(lines, line);
  text += line + "\n";
  for (const PairResult& r : results) {  // the words of a cause take the width of a line
    std::getline(lines, line);
    text += line + "\n";
    dim(r.cause + ": " + r.severity);
  }
  if (absent) {
    dim(std::string(reports::kMissing) +
        " in Speed-up: one of the two was unavailable here, was not timed, or gave a wrong result.");
  }
  return text;
}

std::string with_pairs(const std::string& json_report, const std::vector<PairResult>& results) {
  json root = json::parse(json_report);
  json& pairs = root["pairs"] = json::array();
  for (const PairResult& r : results) {
    json& entry = pairs.emplace_back(json{{"before", r.before}, {"after", r.after}});
    json& parameters = entry["parameters"] = json::object();
    for (const auto& [name, value] : r.parameters) parameters[name] = value;
    entry["cause"] = r.cause;
    entry["severity"] = r.severity;
    if (r.time_before) entry["time_before_s"] = r.time_before->value();
    if (r.time_after) entry["time_after_s"] = r.time_after->value();
    if (r.speed_up) entry["speed_up"] = *r.speed_up;
  }
  return reports::written(root);
}

}  // namespace rooflens::cli

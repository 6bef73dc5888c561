#include "profiler/cli/run/pairs_text.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "models/explain/problem_labels.hpp"
#include "reports/json/json_text.hpp"
#include "reports/words/format.hpp"
#include "reports/words/text_table.hpp"

namespace rooflens::cli {
namespace {

using json = nlohmann::ordered_json;

constexpr std::size_t kLongestName = 30;
constexpr std::size_t kLongestProblem = 24;
constexpr std::size_t kLeastOfFirstName = 12;

// Whether a kernel stands in the list more than once.
bool several_problems(const std::vector<PairResult>& results) {
  std::set<std::string> seen;
  return std::any_of(results.begin(), results.end(), [&](const auto& r) { return !seen.insert(r.before).second; });
}

}  // namespace

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

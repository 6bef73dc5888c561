#include "profiler/cli/options/check_options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "models/base/edit_distance.hpp"

namespace rooflens::cli {
namespace {

constexpr OptionTable::Help kCheckHelp{
    .usage = "check NEW.rlens... --baseline BASE.rlens... [OPTIONS]",
    .words = "SESSION",
    .examples =
        "  rooflens check new.rlens -b main.rlens      fails if a kernel got more than 5 % slower\n"
        "  rooflens check new*.rlens -b main*.rlens --max-regression time=5%,percent_of_roof=3pt\n",
    .more =
        "Give three or more sessions per side: a regression is then a median beyond the limit, if minima and\n"
        "maxima of both sides do not overlap. Of one session the quartiles of its repetitions count, which\n"
        "differ less than two runs do. `5%` is relative, `3pt` are percentage points of a share.\n"
        "Exit codes: 0 passed, 3 failed, 1 not comparable, 2 usage.\n"};

constexpr std::string_view kExample = "--max-regression time=5%,percent_of_roof=3pt,dram_bytes=2%";
constexpr std::size_t kSuggestions = 3;
constexpr std::string_view kAllowed = "gpu, driver, clock, cache, missing, precision";

std::string nearest_metrics(std::string_view typed) {
  std::vector<std::pair<std::size_t, std::string_view>> near;
  for (const models::GateMetric& metric : models::gate_metrics()) {
    const bool contains = typed.size() > 2 && metric.id.find(typed) != std::string_view::npos;
    near.emplace_back(contains ? 0 : models::edit_distance(typed, metric.id), metric.id);
  }
  std::stable_sort(near.begin(), near.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  std::string text;
  for (std::size_t i = 0; i < kSuggestions; ++i) text += (i == 0 ? "" : ", ") + std::string(near[i].second);
  return text;
}

models::Limit parse_limit(const std::string& part) {
  const auto malformed = [&](const std::string& why) {
    return usage_error("--max-regression: `" + part + "` " + why, std::string(kExample));
  };
  const std::size_t equals = part.find('=');
  if (equals == std::string::npos || equals == 0) throw malformed("is not METRIC=LIMIT");
  const std::string name = part.substr(0, equals);
  models::Limit limit{.metric = models::find_gate_metric(name)};
  if (!limit.metric) {
    throw usage_error("--max-regression: there is no metric `" + name + "`",
                      "the nearest are " + nearest_metrics(name) + "; `rooflens list counters` explains derived ones");
  }
  const std::string value = part.substr(equals + 1);
  double number = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), number);
  const std::string unit(end, value.data() + value.size());
  if (error != std::errc() || !std::isfinite(number)) throw malformed("has no number behind `=`");
  if (unit != "%" && unit != "pt")
    throw malformed("needs % (of the baseline) or pt (percentage points) behind its number");
  if (number < 0) throw malformed("has a negative limit");
  limit.amount = number / 100;
  limit.points = unit == "pt";
  if (limit.points && limit.metric->unit != models::GateUnit::fraction) {
    throw malformed("is in points, but " + name + " is no share: use %");
  }
  return limit;
}

void parse_allowed(const std::string& text, CheckOptions& options) {
  using models::Condition;
  for (const std::string& part : split(text, ',')) {
    const bool known = part == "missing" || part == "precision" ||
                       std::ranges::any_of(models::kConditions, [&](const auto& condition) {
                         return condition.id == part && kAllowed.find(part) != std::string_view::npos;
                       });
    if (!known) throw usage_error("--allow takes one of " + std::string(kAllowed) + ", not `" + part + "`");
    options.request.missing_allowed |= part == "missing";
    options.request.precision_allowed |= part == "precision";
    for (const models::ConditionInfo& condition : models::kConditions) {
      if (condition.id == part) options.request.allowed.push_back(condition.condition);
    }
  }
}

}  // namespace

std::vector<models::Limit> parse_limits(const std::string& text) {
  std::vector<models::Limit> limits;
  for (const std::string& part : split(text, ',')) {
    limits.push_back(parse_limit(part));
    const auto same = [&](const models::Limit& earlier) { return earlier.metric == limits.back().metric; };
    if (std::any_of(limits.begin(), limits.end() - 1, same)) {
      throw usage_error("--max-regression: `" + part + "` names its metric a second time", std::string(kExample));
    }
  }
  return limits;
}

std::optional<CheckOptions> parse_check_options(const Arguments& arguments, const Streams& streams) {
  CheckOptions options;
  std::string limits = "time=5%";
  std::string allowed;
  OptionTable table(kCheckHelp);
  table.group("Comparison")
      .add("baseline,b", &options.request.base, "BASE.rlens...", "sessions to compare the new ones with")
      .add("max-regression", &limits, "METRIC=LIMIT,...", "time, or a metric of `rooflens list counters`, in % or pt")
      .add("allow", &allowed, "WHAT,...", "what may differ: gpu, driver, clock, cache, missing, precision");
  options.output.add_to(table);
  const auto typed = table.parse(arguments, streams);
  if (!typed) return std::nullopt;
  options.request.candidate = typed->words;
  constexpr const char* kUse = "rooflens check new.rlens --baseline main.rlens";
  if (options.request.base.empty()) throw usage_error("check needs --baseline BASE.rlens", kUse);
  if (options.request.candidate.empty()) {
    throw usage_error("which session should be checked?",
                      std::string(kUse) + ": the new sessions come before --baseline");
  }
  options.request.limits = parse_limits(limits);
  if (!allowed.empty()) parse_allowed(allowed, options);
  std::vector<std::string> sessions = options.request.candidate;
  sessions.insert(sessions.end(), options.request.base.begin(), options.request.base.end());
  options.output.check(sessions, *typed);
  return options;
}

}  // namespace rooflens::cli

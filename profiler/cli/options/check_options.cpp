#include "profiler/cli/options/check_options.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <string_view>
#include <utility>

#include "models/base/edit_distance.hpp"
#include "profiler/actions/command_error.hpp"

namespace rooflens::cli {
namespace {

namespace po = boost::program_options;

const Help kCheckHelp{
    "check NEW.rlens... --baseline BASE.rlens... [OPTIONS]",
    "  rooflens check new.rlens --baseline main.rlens      fails if a kernel got more than 5 % slower\n"
    "  rooflens check new*.rlens -b main*.rlens --max-regression time=5%,percent_of_roof=3pt\n"
    "  rooflens check new.rlens --baseline main.rlens --format markdown >> \"$GITHUB_STEP_SUMMARY\"\n"
    "  rooflens check new.rlens --baseline main.rlens --allow driver,missing\n"
    "\nThe process is the sample. With several sessions a side, a regression is a median beyond the\n"
    "limit, if the minima and maxima of both sides do not meet. With one session the interval is that\n"
    "of the repetitions (quartiles), which is too narrow: runs of one build differ by more. Record\n"
    "three or more a side.\n"
    "`5%` is relative to the baseline, `3pt` are percentage points of a metric that is a share.\n"
    "Exit codes: 0 passed, 3 failed, 1 not comparable, 2 usage.\n"};

constexpr std::string_view kExample = "--max-regression time=5%,percent_of_roof=3pt,dram_bytes=2%";
constexpr std::size_t kSuggestions = 3;

std::vector<std::string> split(const std::string& text) {
  std::vector<std::string> parts(1);
  for (const char c : text) {
    if (c == ',') {
      parts.emplace_back();
    } else {
      parts.back() += c;
    }
  }
  return parts;
}

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
  for (const std::string& part : split(text)) {
    one_of("--allow", part, {"gpu", "driver", "clock", "cache", "missing", "precision"});
    options.missing_allowed |= part == "missing";
    options.precision_allowed |= part == "precision";
    for (const models::ConditionInfo& condition : models::kConditions) {
      if (condition.id == part) options.allowed.push_back(condition.condition);
    }
  }
}

}  // namespace

std::vector<models::Limit> parse_limits(const std::string& text) {
  std::vector<models::Limit> limits;
  for (const std::string& part : split(text)) {
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
  std::string limits;
  std::string allowed;
  po::options_description description("options", 100);
  // clang-format off
  description.add_options()
    ("baseline,b", po::value(&options.base)->value_name("BASE.rlens")->multitoken()->composing(), "sessions to hold the new ones against; several are better than one")
    ("max-regression", po::value(&limits)->value_name("LIMITS")->default_value("time=5%"), "METRIC=LIMIT, separated by commas: time, percent_of_roof, flop_per_s, or any metric of `rooflens list counters`; a limit in % or, for shares, pt")
    ("allow", po::value(&allowed)->value_name("WHAT"), "what may differ, separated by commas: gpu, driver, clock (by more than 5 %), cache; missing: kernels or metrics of the baseline that are gone; precision: what got worse with another one");
  // clang-format on
  options.output.add_to(description);
  po::positional_options_description positional;
  positional.add("session", -1);
  const auto values = parse_options(arguments, description, positional, kCheckHelp, streams);
  if (!values) return std::nullopt;
  if (values->count("session")) options.fresh = (*values)["session"].as<std::vector<std::string>>();
  constexpr const char* kUse = "rooflens check new.rlens --baseline main.rlens";
  if (options.base.empty()) throw usage_error("check needs --baseline BASE.rlens", kUse);
  if (options.fresh.empty()) {
    throw usage_error("which session should be checked?",
                      std::string(kUse) + ": the new sessions come before --baseline");
  }
  options.limits = parse_limits(limits);
  if (values->count("allow")) parse_allowed(allowed, options);
  std::vector<std::string> sessions = options.fresh;
  sessions.insert(sessions.end(), options.base.begin(), options.base.end());
  options.output.check(sessions, *values);
  return options;
}

}  // namespace rooflens::cli

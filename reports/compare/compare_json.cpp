// A comparison and a gate as JSON. The schema is described in json_schema.md. A value that is not known has no key.
#include "reports/compare/compare.hpp"
#include "reports/json/json_put.hpp"
#include "reports/words/format.hpp"

namespace rooflens::reports {
namespace {

Json json_of(const models::Interval& interval) { return {{"low", interval.low}, {"high", interval.high}}; }

Json json_of(const models::PropertyValue& value, models::PropertyUnit unit) {
  if (const auto* words = std::get_if<std::string>(&value)) return clean_utf8(*words);
  const double number = std::get<double>(value);
  if (unit == models::PropertyUnit::yes_no) return number > 0;
  const bool is_count = unit == models::PropertyUnit::count || unit == models::PropertyUnit::bytes;
  return is_count ? count_of(number) : Json(number);
}

Json json_of(const std::vector<models::ConditionDifference>& differences, const char* a, const char* b) {
  Json to = Json::array();
  for (const models::ConditionDifference& difference : differences) {
    to.push_back(
        {{"condition", info(difference.condition).id}, {a, clean_utf8(difference.a)}, {b, clean_utf8(difference.b)}});
  }
  return to;
}

// What identifies a kernel, and the numbers that are compared.
Json json_of(const models::AnalysedKernel& kernel, int rank) {
  Json to{{"name", clean_utf8(kernel.observation->name)}, {"rank", rank}};
  Json& parameters = to["parameters"] = Json::object();
  for (const auto& [name, value] : kernel.observation->parameters) parameters[clean_utf8(name)] = value;
  if (kernel.time) {
    to["repetitions"] = kernel.time->repetitions;
    put(to, "median_s", kernel.time->median.value());
  }
  if (kernel.percent_of_roof) {
    put(to, "of_roof_fraction", kernel.percent_of_roof->fraction);
    to["of_roof_demand"] = kernel.percent_of_roof->compulsory ? "compulsory" : "measured";
  }
  if (kernel.precision) to["precision"] = info(*kernel.precision).id;
  to["bound_by"] = info(kernel.binding).id;
  if (kernel.busiest) to["busiest"] = id_of(*kernel.busiest);
  put(to, "busiest_fraction", kernel.busiest_fraction);
  if (kernel.mismatch) to["contradiction"] = clean_utf8(kernel.mismatch->finding.cause);
  if (kernel.failed()) to["verification_failed"] = true;
  return to;
}

Json json_of(const models::KernelPair& pair) {
  Json to{{"matched_by", info(pair.rule).id}};
  to["a"] = json_of(*pair.a, pair.rank_a);
  to["b"] = json_of(*pair.b, pair.rank_b);
  if (pair.speedup) {
    put(to, "speedup", pair.speedup->ratio);
    if (pair.speedup->interval) to["speedup_interval"] = json_of(*pair.speedup->interval);
  }
  to["trend"] = id(pair.trend);
  if (pair.prediction) {
    put(to, "predicted_speedup", pair.prediction->speedup);
    to["predicted_interval"] = json_of(models::Interval{pair.prediction->low, pair.prediction->high});
    to["predicted_by"] = pair.prediction->roof;
    to["falls_short"] = pair.falls_short;
  }
  to["precision_changed"] = pair.precision_changed;
  to["binding_changed"] = pair.binding_changed;
  return to;
}

Json json_of(const std::vector<models::ComparedKernel>& kernels) {
  Json to = Json::array();
  for (const models::ComparedKernel& entry : kernels) to.push_back(json_of(*entry.kernel, entry.rank));
  return to;
}

Json json_of(const models::GateSide& side) {
  Json to{{"sessions", side.sessions}};
  put(to, "value", side.value);
  to["interval"] = json_of(side.interval);
  return to;
}

Json json_of(const models::Limit& limit) {
  return {{"metric", limit.metric->id},
          {"worse", limit.metric->worse == models::Worse::higher ? "higher" : "lower"},
          {"amount", limit.amount},
          {"relative", !limit.points}};
}

const char* presence_word(models::Presence presence) {
  switch (presence) {
    case models::Presence::missing:
      return "missing";
    case models::Presence::added:
      return "new";
    case models::Presence::both:
      break;
  }
  return "both";
}

Json json_of(const models::GateKernel& kernel, const models::Gate& gate) {
  const models::ComparedKernel& entry = kernel.base.empty() ? kernel.candidate.front() : kernel.base.front();
  Json to{{"name", clean_utf8(entry.kernel->observation->name)}, {"rank", entry.rank}};
  Json& parameters = to["parameters"] = Json::object();
  for (const auto& [name, value] : entry.kernel->observation->parameters) parameters[clean_utf8(name)] = value;
  to["in"] = presence_word(kernel.presence);
  to["fails"] = gate.fails(kernel);
  to["matched_by"] = info(kernel.rule).id;
  if (!kernel.candidate.empty()) to["new_name"] = clean_utf8(kernel.candidate.front().kernel->observation->name);
  to["baseline_sessions"] = kernel.base.size();
  to["new_sessions"] = kernel.candidate.size();
  to["precision_changed"] = kernel.precision_changed;
  to["verification_failed"] = kernel.failed_verification;
  Json& results = to["results"] = Json::array();
  for (const models::GateResult& result : kernel.results) {
    Json& row = results.emplace_back(Json{{"metric", result.limit.metric->id}, {"status", info(result.status).id}});
    if (!result.why.empty()) row["why"] = result.why;
    row["fails"] = gate.fails(result);
    if (result.base) row["baseline"] = json_of(*result.base);
    if (result.candidate) row["new"] = json_of(*result.candidate);
    put(row, result.limit.points ? "change_absolute" : "change_relative", result.change);
  }
  return to;
}

Json names(const std::vector<std::string>& list) {
  Json to = Json::array();
  for (const std::string& name : list) to.push_back(clean_utf8(name));
  return to;
}

}  // namespace

std::string render_json(const ComparisonDocument& document) {
  const models::Comparison& comparison = document.comparison;
  Json root{{"format", "rooflens-comparison"}, {"format_version", 1}};
  root["simulated"] = comparison.simulated;
  root["altered"] = comparison.altered;
  root["a"] = clean_utf8(document.a);
  root["b"] = clean_utf8(document.b);
  root["differences"] = json_of(comparison.differences, "a", "b");
  Json& machines = root["gpus"] = Json::array();
  for (const models::MachinePair& pair : comparison.machines) {
    Json& rows = machines.emplace_back(Json{{"a", pair.a->id}, {"b", pair.b->id}})["properties"] = Json::array();
    for (const models::PropertyRow& row : pair.properties) {
      Json& entry = rows.emplace_back(Json{{"id", row.id}, {"differs", row.differs()}});
      if (row.a != models::PropertyValue{}) entry["a"] = json_of(row.a, row.unit);
      if (row.b != models::PropertyValue{}) entry["b"] = json_of(row.b, row.unit);
    }
  }
  Json& pairs = root["pairs"] = Json::array();
  for (const models::KernelPair& pair : comparison.pairs) pairs.push_back(json_of(pair));
  root["only_a"] = json_of(comparison.only_a);
  root["only_b"] = json_of(comparison.only_b);
  return written(root);
}

std::string render_json(const GateDocument& document) {
  const models::Gate& gate = document.gate;
  Json root{{"format", "rooflens-check"},
            {"format_version", 1},
            {"passed", gate.passed()},
            {"simulated", gate.simulated},
            {"altered", gate.altered}};
  root["baseline"] = names(document.base);
  root["new"] = names(document.candidate);
  Json& limits = root["limits"] = Json::array();
  for (const models::Limit& limit : gate.limits) limits.push_back(json_of(limit));
  root["missing_allowed"] = gate.missing_allowed;
  root["precision_allowed"] = gate.precision_allowed;
  root["differences"] = json_of(document.differences, "baseline", "new");
  Json& kernels = root["kernels"] = Json::array();
  for (const models::GateKernel& kernel : gate.kernels) kernels.push_back(json_of(kernel, gate));
  return written(root);
}

}  // namespace rooflens::reports

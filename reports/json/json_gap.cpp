// The gap to a kernel's roof, its instruction roofline, findings and advice in the JSON report.
#include "reports/json/json_parts.hpp"

#include "models/gap/own_roofs.hpp"
#include "models/place/integer_roof.hpp"
#include "reports/words/words.hpp"

namespace rooflens::reports {
namespace {

Json json_of(const models::GapFactor& factor) {
  Json to{{"id", factor.id}};
  put(to, "factor", std::optional(factor.factor));
  put(to, "removed_first", std::optional(factor.removed_first));
  put(to, "removed_last", std::optional(factor.removed_last));
  put(to, "removed_first_by_waiting", factor.by_waiting);
  put(to, "removed_first_at_best", factor.at_best);
  put(to, "then_busiest", factor.then_busiest);
  if (factor.at_most) to["upper_bound"] = true;
  to["from"] = list_of(factor.counters, clean_utf8);
  return to;
}

Json json_of(const models::MissingFactor& factor) {
  Json to{{"id", factor.id}};
  put(to, "merged_into", factor.merged_into);
  put(to, "reason", factor.reason);
  if (!factor.counters.empty()) to["counters"] = list_of(factor.counters, clean_utf8);
  return to;
}

Json json_of(const models::Gap& gap) {
  Json to = Json::object();
  put(to, "measured_s", gap.measured);
  put(to, "predicted_s", gap.predicted);
  put(to, "roof_s", gap.roof);
  put(to, "roof", gap.roof_resource);
  to["demand"] = gap.compulsory ? "compulsory" : "measured";
  put(to, "total", std::optional(gap.total));
  if (gap.at_most) to["upper_bound"] = true;
  put(to, "busiest", gap.busiest);
  put(to, "busiest_fraction", std::optional(gap.busiest_fraction));
  put(to, "unexplained_share", gap.unexplained_share);
  put(to, "unclassified_share", gap.unclassified_share);
  if (gap.unclassified_resource) put(to, "unclassified", std::string(label_of(*gap.unclassified_resource)));
  const auto as_json = [](const auto& factor) { return json_of(factor); };
  to["factors"] = list_of(gap.factors, as_json);
  to["missing"] = list_of(gap.missing, as_json);
  to["findings"] = findings_json(gap.findings);
  return to;
}

Json json_of(const models::TimeMismatch& mismatch) {
  Json to{{"kind", id(mismatch.kind)}};
  put(to, "roof", mismatch.roof);
  put(to, "needed_fraction", mismatch.fraction);
  put(to, "sentence", mismatch.finding.cause);
  return to;
}

Json json_of(const models::AccessPoint& point) {
  Json to = Json::object();
  put(to, "instructions_per_transaction", std::optional(point.instructions_per_transaction));
  put(to, "warp_instructions_per_s", point.rate);
  return to;
}

Json json_of(const models::InstructionRoofline& roofline) {
  Json to = Json::object();
  put(to, "peak_per_s", roofline.peak);
  put(to, "issued_per_s", roofline.heights.issued);
  put(to, "active_per_s", roofline.heights.active);
  put(to, "predicated_on_per_s", roofline.heights.predicated_on);
  Json& points = to["points"] = Json::array();
  for (const models::InstructionPoint& point : roofline.points) {
    Json& entry = points.emplace_back(Json{{"level", info(point.level).id}});
    put(entry, "instructions_per_transaction", std::optional(point.instructions_per_transaction));
    put(entry, "transactions_per_s", point.transactions);
    put(entry, "roof_transactions_per_s", point.ceiling);
    if (point.lsu_only) entry["lsu_only"] = true;
  }
  if (roofline.global) to["global_accesses"] = json_of(*roofline.global);
  if (roofline.shared) to["shared_accesses"] = json_of(*roofline.shared);
  return to;
}

Json json_of(const models::LatencyErrors& errors) {
  Json to{{"points", errors.points}};
  if (errors.points > 0) {
    put(to, "median_error", std::optional(errors.median));
    put(to, "worst_error", std::optional(errors.worst));
  }
  return to;
}

Json json_of(const models::LatencyStanding& latency) {
  Json to{{"resident_threads", latency.resident_threads}, {"occupancy", latency.achieved ? "achieved" : "theoretical"}};
  put(to, "in_flight_bytes_per_thread", latency.in_flight_per_thread);
  put(to, "roof_bytes_per_s", latency.roof);
  put(to, "maximum_bytes_per_s", latency.knee.maximum);
  put(to, "fraction_of_roof", std::optional(latency.share));
  put(to, "in_flight_bytes_per_thread_for_dram_roof", latency.for_dram_roof);
  if (latency.loads) {
    Json& loads = to["prescription"] =
        Json{{"loads", latency.loads->loads}, {"width_bytes", latency.loads->width_bytes}};
    put(loads, "roof_bytes_per_s", latency.loads->bandwidth);
  }
  return to;
}

Json json_of(const models::Advice& advice) {
  Json to{{"id", advice.id}};
  to["gain"] = Json{{"low", advice.gain_low}, {"high", advice.gain_high}};
  put(to, "cause", advice.cause);
  put(to, "evidence", advice.evidence);
  put(to, "change", advice.change);
  put(to, "assumes", advice.assumes);
  return to;
}

Json own_roofs_json(const models::AnalysedKernel& kernel) {
  Json to = Json::array();
  const auto add = [&](std::string_view kind, models::OperationRate rate) -> Json& {
    Json& entry = to.emplace_back(Json{{"kind", kind}});
    put(entry, "flop_per_s", rate);
    return entry;
  };
  for (const models::OwnRoof& roof : kernel.explanation.own_roofs) {
    put(add(info(roof.kind).id, roof.rate), "share", roof.share);
  }
  if (const auto& integer = kernel.explanation.integer_roof) {
    add("int32", integer->flop_rate)["operations_per_flop"] = integer->operations_per_flop;
  }
  return to;
}

}  // namespace

Json findings_json(const std::vector<models::Finding>& findings) {
  Json to = Json::array();
  for (const models::Finding& finding : findings) {
    Json& entry = to.emplace_back(Json{{"severity", severity_word(finding.severity)}, {"topic", finding.topic}});
    put(entry, "cause", finding.cause);
    put(entry, "consequence", finding.consequence);
    put(entry, "remedy", finding.remedy);
  }
  return to;
}

Json latency_roof_json(const models::LatencyRoof& roof) {
  Json to = Json::object();
  put(to, "latency_s", roof.knee.latency);
  put(to, "p", std::optional(roof.knee.p));
  put(to, "maximum_bytes_per_s", roof.knee.maximum);
  put(to, "thread_start_cost_s", roof.thread_start_cost);
  put(to, "write_penalty_s_per_byte", roof.write_penalty);
  to["fitted"] = json_of(roof.fitted);
  to["held_out"] = json_of(roof.held_out);
  return to;
}

void put_explanation(Json& to, const models::AnalysedKernel& kernel) {
  if (kernel.mismatch) to["contradiction"] = json_of(*kernel.mismatch);
  if (kernel.mixed_ceiling) {
    Json& mixed = to["mixed_roof"] = Json::object();
    put(mixed, "one_pipe_flop_per_s", kernel.mixed_ceiling->one_pipe);
    put(mixed, "separate_pipes_flop_per_s", kernel.mixed_ceiling->separate_pipes);
  }
  if (Json own = own_roofs_json(kernel); !own.empty()) to["own_roofs"] = std::move(own);
  if (kernel.instruction_roofline) to["instruction_roofline"] = json_of(*kernel.instruction_roofline);
  const models::Explanation& why = kernel.explanation;
  if (why.latency) to["latency_roof"] = json_of(*why.latency);
  if (why.gap) to["gap"] = json_of(*why.gap);
  to["advice"] = list_of(why.advice, [](const models::Advice& advice) { return json_of(advice); });
}

}  // namespace rooflens::reports

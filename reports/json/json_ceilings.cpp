// A machine's roofs in the JSON report.
#include "reports/json/json_parts.hpp"

#include "models/roofs/probe.hpp"
#include "reports/json/json_links.hpp"

namespace rooflens::reports {
namespace {

void put_origin(Json& to, const models::CeilingOrigin& origin) {
  to["source"] = models::id(origin.source);
  to["clock_basis"] = models::id(origin.basis);
  put(to, "clock_hz", origin.clock);
  if (origin.clock.value() > 0) to["clock_of"] = models::id(origin.clock_of);
  put(to, "power_watts", origin.power_watts);
  put(to, "relative_spread", origin.spread);
  put(to, "detail", origin.detail);
}

// A rate has a unit that is done per second; a time has none.
Json probe_json(const models::MeasuredRoof& roof) {
  Json to{{"probe", clean_utf8(roof.probe)}};
  const models::ProbeInfo* probe = models::find_probe(roof.probe);
  if (probe && is_time(*probe)) {
    put(to, "time_s", std::optional(roof.value));
  } else {
    if (probe) to["unit"] = probe->unit;
    put(to, "per_s", std::optional(roof.value));
  }
  to["relative_spread"] = roof.spread;
  if (roof.clock.value() > 0) put(to, "clock_hz", roof.clock);
  put(to, "power_watts", roof.power_watts);
  put(to, "point", roof.point);
  to["processes"] = roof.processes;
  to["repetitions"] = roof.repetitions;
  put(to, "counted_share", roof.counted);
  return to;
}

Json probe_results_json(const models::ProbeResults& probes) {
  Json to = Json::object();
  put(to, "measured_utc", probes.measured_utc);
  put(to, "tool_version", probes.tool_version);
  to["results"] = list_of(probes.roofs, probe_json);
  to["refused"] = list_of(probes.refused, [](const models::Refusal& refusal) {
    return Json{{"probe", clean_utf8(refusal.counter)}, {"reason", clean_utf8(refusal.reason)}};
  });
  return to;
}

}  // namespace

Json ceilings_json(const models::Ceilings& ceilings) {
  Json to{{"memory", Json::array()}, {"compute", Json::array()}, {"instruction", Json::array()}};
  for (const models::MemoryCeiling& ceiling : ceilings.memory) {
    Json& entry = to["memory"].emplace_back(Json{{"level", info(ceiling.level).id}});
    put(entry, "bytes_per_s", ceiling.rate);
    entry["judged_by"] = ceilings.best(ceiling.level) == &ceiling;
    put_origin(entry, ceiling.origin);
  }
  for (const models::ComputeCeiling& ceiling : ceilings.compute) {
    Json& entry = to["compute"].emplace_back(Json{{"precision", info(ceiling.precision).id}});
    put(entry, "operations_per_s", ceiling.rate);
    entry["judged_by"] = ceilings.best(ceiling.precision) == &ceiling;
    put_origin(entry, ceiling.origin);
  }
  for (const models::InstructionCeiling& ceiling : ceilings.instruction) {
    Json& entry =
        to["instruction"].emplace_back(Json{{"pipe", info(ceiling.pipe).id}, {"unit", info(ceiling.pipe).unit}});
    put(entry, "per_s", ceiling.rate);
    entry["judged_by"] = ceilings.best(ceiling.pipe) == &ceiling;
    put_origin(entry, ceiling.origin);
  }
  if (ceilings.latency) to["latency_roof"] = latency_roof_json(*ceilings.latency);
  if (!ceilings.links.empty()) to["links"] = links_json(ceilings.links);
  if (ceilings.probes) to["probes"] = probe_results_json(*ceilings.probes);
  return to;
}

}  // namespace rooflens::reports

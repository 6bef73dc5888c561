// Rows of what `rooflens ceilings` measured with single probes.
#include "profiler/session/tables.hpp"

#include <algorithm>
#include <string>

#include "models/roofs/probe.hpp"
#include "profiler/session/rows.hpp"

namespace rooflens::session {
namespace {

// Of a probe that only a later version knows there is none to be had.
std::string unit_of(std::string_view probe) {
  const models::ProbeInfo* info = models::find_probe(probe);
  return info ? value_unit(*info) : "";
}

models::ProbeResults& results_of(std::vector<models::Machine>& machines, int id, std::string_view what) {
  const auto machine = std::find_if(machines.begin(), machines.end(), [&](const auto& m) { return m.id == id; });
  if (machine == machines.end() || !machine->ceilings.probes) {
    throw InvalidContents(std::string(what) + " names GPU " + std::to_string(id) +
                          ", of which no probes are there (table probe_run)");
  }
  return *machine->ceilings.probes;
}

}  // namespace

void put_probes(Database& database, const models::Machine& machine) {
  delete_rows(database, {"probe_result", "probe_refusal", "probe_run"}, machine);
  if (!machine.ceilings.probes) return;
  const models::ProbeResults& probes = *machine.ceilings.probes;
  Statement run = prepare_insert<models::ProbeResults>(database, "probe_run", {"machine_id"});
  insert_row(run, probes, machine.id);
  Statement result = prepare_insert<models::MeasuredRoof>(database, "probe_result", {"machine_id", "ordinal", "unit"});
  for (std::size_t i = 0; i < probes.roofs.size(); ++i) {
    insert_row(result, probes.roofs[i], machine.id, i, unit_of(probes.roofs[i].probe));
  }
  Statement refusal =
      database.prepare("INSERT INTO probe_refusal (machine_id, ordinal, probe, reason) VALUES (?, ?, ?, ?)");
  for (std::size_t i = 0; i < probes.refused.size(); ++i) {
    insert_values(refusal, machine.id, i, probes.refused[i].counter, probes.refused[i].reason);
  }
}

void read_probes(Database& database, std::vector<models::Machine>& machines) {
  Statement run = prepare_select<models::ProbeResults>(database, "probe_run", {"machine_id"}, "");
  while (run.step()) {
    machine_of(machines, read<int>(run, 0), "probes name").ceilings.probes = read_row<models::ProbeResults>(run, 1);
  }
  Statement result = prepare_select<models::MeasuredRoof>(database, "probe_result", {"machine_id", "unit"},
                                                          "ORDER BY machine_id, ordinal");
  while (result.step()) {
    auto roof = read_row<models::MeasuredRoof>(result, 2);
    const std::string held = read<std::string>(result, 1);
    if (const std::string unit = unit_of(roof.probe); !unit.empty() && unit != held) {
      throw InvalidContents("probe " + roof.probe + " is in '" + held + "' instead of '" + unit + "'");
    }
    results_of(machines, read<int>(result, 0), "a probe's result").roofs.push_back(std::move(roof));
  }
  Statement refusal =
      database.prepare("SELECT machine_id, probe, reason FROM probe_refusal ORDER BY machine_id, ordinal");
  while (refusal.step()) {
    results_of(machines, read<int>(refusal, 0), "a refused probe")
        .refused.push_back({read<std::string>(refusal, 1), read<std::string>(refusal, 2)});
  }
}

}  // namespace rooflens::session

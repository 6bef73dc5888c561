// Rows of provenance, processes, machines with their roofs, and what is to be known of the run.
#include "profiler/session/tables.hpp"

#include <algorithm>
#include <string>

#include "profiler/session/rows.hpp"

namespace rooflens::session {
namespace {

// What a second put_machine() of the same id does: every column takes the new value, the row and its place stay.
std::string update_on_conflict() {
  std::string clause = "ON CONFLICT (id) DO UPDATE SET ";
  const models::Machine machine;
  columns(machine, [&, first = true](std::string_view name, const auto&) mutable {
    clause.append(first ? "" : ", ").append(name).append(" = excluded.").append(name);
    first = false;
  });
  return clause;
}

template <class Ceiling>
void insert_ceilings(Database& database, const std::string& table, int machine, std::size_t ordinal,
                     const std::vector<Ceiling>& ceilings) {
  Statement insert = prepare_insert<Ceiling>(database, table, {"machine_id", "ordinal"});
  for (const Ceiling& ceiling : ceilings) insert_row(insert, ceiling, machine, ordinal++);
}

// Sessions of earlier versions have a roof of FP4, which no GPU checked.
constexpr std::string_view kComputeRoofs = "precision IS NOT NULL AND precision <> 'tensor_fp4'";

// Appends each row to the machine that it names.
template <class Ceiling>
void read_ceilings(Database& database, std::vector<models::Machine>& machines, const std::string& table,
                   std::string_view which, std::vector<Ceiling> models::Ceilings::*list) {
  Statement select = prepare_select<Ceiling>(database, table, {"machine_id"},
                                             "WHERE " + std::string(which) + " ORDER BY machine_id, ordinal");
  while (select.step()) {
    (machine_of(machines, read<int>(select, 0)).ceilings.*list).push_back(read_row<Ceiling>(select, 1));
  }
}

void insert_links(Database& database, const models::Machine& machine) {
  Statement link = prepare_insert<models::Link>(database, "link", {"machine_id", "ordinal"});
  Statement time = prepare_insert<models::LinkTime>(database, "link_time", {"machine_id", "ordinal"});
  for (std::size_t i = 0; i < machine.ceilings.links.size(); ++i) {
    insert_row(link, machine.ceilings.links[i], machine.id, i);
    for (const models::LinkTime& point : machine.ceilings.links[i].times) insert_row(time, point, machine.id, i);
  }
}

void read_links(Database& database, std::vector<models::Machine>& machines) {
  read_ceilings(database, machines, "link", "TRUE", &models::Ceilings::links);
  Statement time = prepare_select<models::LinkTime>(database, "link_time", {"machine_id", "ordinal"},
                                                    "ORDER BY machine_id, ordinal, bytes");
  while (time.step()) {
    std::vector<models::Link>& links = machine_of(machines, read<int>(time, 0)).ceilings.links;
    const auto ordinal = static_cast<std::size_t>(read<int>(time, 1));
    if (ordinal >= links.size()) throw InvalidContents("a time of a link names none (table link_time)");
    links[ordinal].times.push_back(read_row<models::LinkTime>(time, 2));
  }
}

void read_latency_roofs(Database& database, std::vector<models::Machine>& machines) {
  Statement select = prepare_select<models::LatencyRoof>(database, "latency_roof", {"machine_id"}, "");
  while (select.step()) {
    machine_of(machines, read<int>(select, 0)).ceilings.latency = read_row<models::LatencyRoof>(select, 1);
  }
}

}  // namespace

models::Machine& machine_of(std::vector<models::Machine>& machines, int id, const std::string& who_names) {
  const auto machine = std::ranges::find(machines, id, &models::Machine::id);
  if (machine != machines.end()) return *machine;
  throw InvalidContents(who_names + " GPU " + std::to_string(id) + ", which the session does not have");
}

void delete_rows(Database& database, std::initializer_list<const char*> tables, const models::Machine& machine) {
  for (const char* table : tables) {
    Statement remove = database.prepare("DELETE FROM " + std::string(table) + " WHERE machine_id = ?");
    remove.bind_integer(1, machine.id);
    remove.run();
  }
}

void insert_provenance(Database& database, const models::Provenance& provenance) {
  Statement insert = prepare_insert<models::Provenance>(database, "provenance", {"only"});
  insert_row(insert, provenance, 1);
}

void insert_process(Database& database, const models::Process& process) {
  Statement insert = prepare_insert<models::Process>(database, "process", {});
  insert_row(insert, process);
}

void put_machine(Database& database, const models::Machine& machine) {
  Statement insert = prepare_insert<models::Machine>(database, "machine", {}, update_on_conflict());
  insert_row(insert, machine);
  delete_rows(database, {"ceiling", "instruction_ceiling", "latency_roof", "link_time", "link"}, machine);
  insert_ceilings(database, "ceiling", machine.id, 0, machine.ceilings.memory);
  insert_ceilings(database, "ceiling", machine.id, machine.ceilings.memory.size(), machine.ceilings.compute);
  insert_ceilings(database, "instruction_ceiling", machine.id, 0, machine.ceilings.instruction);
  if (machine.ceilings.latency) {
    Statement insert_roof = prepare_insert<models::LatencyRoof>(database, "latency_roof", {"machine_id"});
    insert_row(insert_roof, *machine.ceilings.latency, machine.id);
  }
  insert_links(database, machine);
  put_probes(database, machine);
}

models::Provenance read_provenance(Database& database) {
  Statement select = prepare_select<models::Provenance>(database, "provenance", {}, "");
  if (!select.step()) throw InvalidContents("it does not say where it comes from (table provenance is empty)");
  models::Provenance provenance = read_row<models::Provenance>(select, 0);
  if (select.step()) throw InvalidContents("it says twice where it comes from (table provenance)");
  return provenance;
}

std::vector<models::Process> read_processes(Database& database) {
  return read_rows<models::Process>(database, "process");
}

std::vector<models::Machine> read_machines(Database& database) {
  std::vector<models::Machine> machines = read_rows<models::Machine>(database, "machine");
  if (database.integer("SELECT count(*) FROM ceiling WHERE (level IS NULL) = (precision IS NULL)") > 0) {
    throw InvalidContents("a roof is of neither a level nor a precision, or of both");
  }
  read_ceilings(database, machines, "ceiling", "level IS NOT NULL", &models::Ceilings::memory);
  read_ceilings(database, machines, "ceiling", kComputeRoofs, &models::Ceilings::compute);
  read_ceilings(database, machines, "instruction_ceiling", "pipe IS NOT NULL", &models::Ceilings::instruction);
  read_latency_roofs(database, machines);
  read_links(database, machines);
  read_probes(database, machines);
  return machines;
}

void insert_notes(Database& database, std::span<const models::Note> notes) {
  Statement insert = prepare_insert<models::Note>(database, "note", {});
  for (const models::Note& note : notes) insert_row(insert, note);
}

std::vector<models::Note> read_notes(Database& database) { return read_rows<models::Note>(database, "note"); }

}  // namespace rooflens::session

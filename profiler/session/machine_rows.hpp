// Rows of what a recording has beside its observations: provenance, processes, machines with their roofs.
#pragma once

#include <vector>

#include "models/record/recording.hpp"
#include "profiler/session/database.hpp"

namespace rooflens::session {

void insert_provenance(Database& database, const models::Provenance& provenance);
void insert_process(Database& database, const models::Process& process);
/// Inserts the machine, or replaces properties and roofs of the one with the same id.
void put_machine(Database& database, const models::Machine& machine);

[[nodiscard]] models::Provenance read_provenance(Database& database);
[[nodiscard]] std::vector<models::Process> read_processes(Database& database);
[[nodiscard]] std::vector<models::Machine> read_machines(Database& database);

}  // namespace rooflens::session

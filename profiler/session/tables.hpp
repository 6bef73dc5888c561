// Rows of all that a recording has beside its observations. The caller owns the transaction; what is read comes in the
// order in which it was written, and throws InvalidContents for a row that belongs to none of what is there.
#pragma once

#include <initializer_list>
#include <span>
#include <string>
#include <vector>

#include "models/place/placement.hpp"
#include "models/record/recording.hpp"
#include "profiler/session/database.hpp"

namespace rooflens::session {

void insert_provenance(Database& database, const models::Provenance& provenance);
[[nodiscard]] models::Provenance read_provenance(Database& database);

void insert_process(Database& database, const models::Process& process);
[[nodiscard]] std::vector<models::Process> read_processes(Database& database);

/// Inserts the machine, or replaces properties and roofs of the one with the same id.
void put_machine(Database& database, const models::Machine& machine);
[[nodiscard]] std::vector<models::Machine> read_machines(Database& database);

/// Throws where there is none, in a sentence that begins with `who_names`.
[[nodiscard]] models::Machine& machine_of(std::vector<models::Machine>& machines, int id,
                                          const std::string& who_names = "a roof names");
/// What these tables have of the machine.
void delete_rows(Database& database, std::initializer_list<const char*> tables, const models::Machine& machine);

/// Puts the machine's single probes in place of those that are there, which are none if it has none.
void put_probes(Database& database, const models::Machine& machine);
/// Gives each machine its probes.
void read_probes(Database& database, std::vector<models::Machine>& machines);

void insert_family(Database& database, const models::Family& family);
[[nodiscard]] std::vector<models::Family> read_families(Database& database);

void insert_function(Database& database, const models::FunctionProfile& function);
[[nodiscard]] std::vector<models::FunctionProfile> read_functions(Database& database);

/// After those that are there.
void insert_notes(Database& database, std::span<const models::Note> notes);
[[nodiscard]] std::vector<models::Note> read_notes(Database& database);

/// Replaces all points: `placed` has one for each kernel in the order of their ids, or nullptr.
void store_points(Database& database, std::span<const models::Placement* const> placed);

}  // namespace rooflens::session

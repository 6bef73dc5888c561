// Rows of what `rooflens ceilings` measured with single probes.
#pragma once

#include <vector>

#include "models/record/machine.hpp"
#include "profiler/session/database.hpp"

namespace rooflens::session {

/// Puts the machine's results in place of those that are there, which are none if it has none.
void put_probes(Database& database, const models::Machine& machine);

/// Gives each machine its results.
void read_probes(Database& database, std::vector<models::Machine>& machines);

}  // namespace rooflens::session

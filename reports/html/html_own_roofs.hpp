// Roofs that the page's chart draws for the selected kernel alone: what its integer operations and its own mix of
// instructions and formats leave to its FLOP/s.
#pragma once

#include <nlohmann/json.hpp>

#include "models/explain/analysis.hpp"

namespace rooflens::reports {

/// A column of [FLOP/s, its text, INT32 operations a FLOP, words about the INT32 roof] or null; empty where no kernel
/// has such a roof.
[[nodiscard]] nlohmann::json integer_column(const models::MachineAnalysis& machine);

/// A column of lists of [id of the kind, FLOP/s, its text, share as text] or null (models::own_roofs); empty where no
/// kernel has such a roof.
[[nodiscard]] nlohmann::json own_roofs_column(const models::MachineAnalysis& machine);

}  // namespace rooflens::reports

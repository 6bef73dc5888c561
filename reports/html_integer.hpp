// What the page's chart says of kernels whose main work is INT32: the roof that it leaves to their FLOP/s.
#pragma once

#include <nlohmann/json.hpp>

#include "models/analysis.hpp"

namespace rooflens::reports {

/// A column of [FLOP/s, its text, INT32 operations a FLOP, words about the INT32 roof] or null; empty where no kernel
/// has such a roof.
[[nodiscard]] nlohmann::json integer_column(const models::MachineAnalysis& machine);

}  // namespace rooflens::reports

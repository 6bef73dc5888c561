// What warps wait for and where in the source, as rows of finished text for the page's details.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "models/explain/analysis.hpp"

namespace rooflens::reports {

/// One object for each of the machine's sources: note, stalls [label, meaning, share text, share], lines [place, full
/// path, share text, share, waits most for, sectors over ideal, wavefronts over ideal], and how many lines are left
/// out.
[[nodiscard]] nlohmann::json sources_json(const models::MachineAnalysis& machine);

}  // namespace rooflens::reports

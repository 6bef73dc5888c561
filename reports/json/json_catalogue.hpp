// Keys of the JSON report that only catalogue kernels have: the timeline of their blocks and their peer.
#pragma once

#include <nlohmann/json.hpp>

#include "models/explain/analysis.hpp"

namespace rooflens::reports {

/// Adds `blocks` and `peer` where they are known.
void put_catalogue(nlohmann::ordered_json& to, const models::MachineAnalysis& machine,
                   const models::AnalysedKernel& kernel);

}  // namespace rooflens::reports

// The parts of the JSON report that explain a kernel: the gap to its roof, its instruction roofline, and advice.
#pragma once

#include <vector>

#include "models/explain/analysis.hpp"
#include "reports/json/json_put.hpp"

namespace rooflens::reports {

[[nodiscard]] Json findings_json(const std::vector<models::Finding>& findings);

/// Adds `mixed_roof`, `instruction_roofline`, `gap` and `advice`, as far as they are known.
[[nodiscard]] Json latency_roof_json(const models::LatencyRoof& roof);

void put_explanation(Json& to, const models::AnalysedKernel& kernel);

}  // namespace rooflens::reports

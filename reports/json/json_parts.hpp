// Parts of the JSON report: a machine's roofs, why a kernel takes its time, and what only catalogue kernels have.
#pragma once

#include <vector>

#include "models/explain/analysis.hpp"
#include "models/roofs/ceiling.hpp"
#include "reports/json/json_put.hpp"

namespace rooflens::reports {

[[nodiscard]] Json device_json(const models::DeviceProperties& device);
[[nodiscard]] Json ceilings_json(const models::Ceilings& ceilings);
[[nodiscard]] Json latency_roof_json(const models::LatencyRoof& roof);
[[nodiscard]] Json findings_json(const std::vector<models::Finding>& findings);

/// Adds `mixed_roof`, `instruction_roofline`, `gap` and `advice`, as far as they are known.
void put_demand(Json& to, const models::AnalysedKernel& kernel);
void put_explanation(Json& to, const models::AnalysedKernel& kernel);

/// Adds `blocks` and `peer` where they are known.
void put_catalogue(Json& to, const models::AnalysedKernel& kernel);

/// A function whose instructions were looked at.
[[nodiscard]] Json source_json(const models::SourceProfile& source);

}  // namespace rooflens::reports

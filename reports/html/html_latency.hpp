// What the page says of kernels below the latency roof: the loads that they have in flight, and what those can draw
// from DRAM.
#pragma once

#include <nlohmann/json.hpp>

#include "models/explain/analysis.hpp"
#include "models/explain/latency_standing.hpp"

namespace rooflens::reports {

/// For the chart: a column of [B/s, its text, in flight per SM] or null; empty where no kernel has a latency roof.
[[nodiscard]] nlohmann::json latency_column(const models::MachineAnalysis& machine);

/// For the details: {"rows": [[label, text]...], "words": what to change}.
[[nodiscard]] nlohmann::json latency_json(const models::AnalysedKernel& kernel, const models::LatencyStanding& at);

}  // namespace rooflens::reports

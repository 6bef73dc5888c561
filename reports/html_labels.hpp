// What the page writes beside points instead of their kernels' names.
#pragma once

#include <nlohmann/json.hpp>

#include "models/analysis.hpp"
#include "reports/process_labels.hpp"

namespace rooflens::reports {

/// For each kernel with a long name that its two ends do not tell from others: a short one that does. Else null; empty
/// where no kernel has one.
[[nodiscard]] nlohmann::json label_column(const models::MachineAnalysis& machine, const ProcessLabels& labels);

}  // namespace rooflens::reports

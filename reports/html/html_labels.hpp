// What the page says of points: the names beside them, and which are not where their FLOPs would put them.
#pragma once

#include <nlohmann/json.hpp>

#include "models/explain/analysis.hpp"
#include "reports/words/process_labels.hpp"

namespace rooflens::reports {

/// For each kernel with a long name that its two ends do not tell from others: a short one that does. Else null; empty
/// where no kernel has one.
[[nodiscard]] nlohmann::json label_column(const models::MachineAnalysis& machine, const ProcessLabels& labels);

/// Why a kernel has no share of a roof and no limit, as a sentence, where counters and time contradict each other; else
/// null; empty where there is none.
[[nodiscard]] nlohmann::json contradiction_column(const models::MachineAnalysis& machine);

/// 1 for each kernel whose FLOPs were not counted, though it may have had some; else null; empty where there is none.
[[nodiscard]] nlohmann::json uncounted_column(const models::MachineAnalysis& machine);

}  // namespace rooflens::reports

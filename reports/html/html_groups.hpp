// What the page's table can group kernels by, beside their family: the process and the NVTX ranges that they ran in.
#pragma once

#include "reports/json/json_text.hpp"
#include "reports/words/process_labels.hpp"
#include "reports/words/report.hpp"

namespace rooflens::reports {

/// [{"title", "names", "of"}]: `of` holds for each kernel the place of its group's name, or null. Only what tells
/// kernels of this machine apart.
[[nodiscard]] WrittenJson groups_json(const models::MachineAnalysis& machine, const ProcessLabels& labels);

}  // namespace rooflens::reports

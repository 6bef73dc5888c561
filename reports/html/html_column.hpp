// A column of the page's kernels of which many may have no cell.
#pragma once

#include <algorithm>
#include <nlohmann/json.hpp>

#include "models/explain/analysis.hpp"

namespace rooflens::reports {

/// What `cell` gives for each kernel of the machine, null where it has none; empty where no kernel has one.
template <class Cell>
[[nodiscard]] nlohmann::json sparse_column(const models::MachineAnalysis& machine, Cell cell) {
  nlohmann::json column = nlohmann::json::array();
  for (const models::AnalysedKernel& kernel : machine.kernels) column.push_back(cell(kernel));
  const bool none = std::all_of(column.begin(), column.end(), [](const nlohmann::json& c) { return c.is_null(); });
  return none ? nlohmann::json::array() : column;
}

}  // namespace rooflens::reports

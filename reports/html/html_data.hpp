// What the page knows, as two JSON texts: the overview that the first screen needs, and the details that a selected
// kernel needs. Numbers come twice: raw for position and order, and as the text that every format prints.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "reports/words/report.hpp"

namespace rooflens::reports {

/// Kernels with details in one page, at most; the others keep their overview, and the page says so.
inline constexpr std::size_t kDetailedKernels = 3000;

/// Machines with their roofs, and the kernels of each in columns.
[[nodiscard]] std::string page_overview(const Document& document);

/// Findings, levels, metrics, geometry and counters of at most `limit` kernels a machine, those with most time first.
[[nodiscard]] std::string page_details(const Document& document, std::size_t limit = kDetailedKernels);

/// Indices of the machine's kernels by falling share of time, at most `limit` of them.
[[nodiscard]] std::vector<std::size_t> kernels_by_time(const models::MachineAnalysis& machine, std::size_t limit);

}  // namespace rooflens::reports

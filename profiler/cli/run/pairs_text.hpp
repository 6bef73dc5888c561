// What `run --pairs` prints.
#pragma once

#include <string>
#include <vector>

#include "profiler/actions/run/run_pairs.hpp"
#include "reports/words/report.hpp"

namespace rooflens::cli {

/// A table for a terminal; below each pair its cause and severity.
[[nodiscard]] std::string pairs_text(const std::vector<PairResult>& results, const reports::TextOptions& options);

/// The JSON report with a key "pairs" at its end.
[[nodiscard]] std::string with_pairs(const std::string& json_report, const std::vector<PairResult>& results);

}  // namespace rooflens::cli

// The one sentence that stands above a report. Others read it in the analysis.
#pragma once

#include <string>
#include <vector>

#include "models/explain/analysis.hpp"

namespace rooflens::models {

/// What most kernels are limited by, which one loses most time to its roof, and how many failed verification.
[[nodiscard]] std::string verdict(const std::vector<AnalysedKernel>& kernels);

}  // namespace rooflens::models

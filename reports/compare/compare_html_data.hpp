// The data block of a comparison's page. Numbers come as text for people, and raw where rows are sorted by them.
#pragma once

#include <string>

#include "reports/compare/compare.hpp"

namespace rooflens::reports {

/// One JSON object: sides, outcome, differences, devices, pairs, kernels without a counterpart, and pictures for
/// several widths.
[[nodiscard]] std::string page_comparison(const ComparisonDocument& document);

}  // namespace rooflens::reports

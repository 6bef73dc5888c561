// Metrics that Nsight Compute and rooflens spell differently, and those that follow from others, as one table.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace rooflens::imports {

using Metrics = std::map<std::string, double, std::less<>>;

/// Adds what rooflens calculates with to the metrics of one launch, where it is missing and others tell it. Metrics
/// keep their own names as well. Returns a sentence part for each that was added: "dram__bytes.sum from ...".
std::vector<std::string> add_our_names(Metrics& metrics, const std::optional<double>& duration_ns);

}  // namespace rooflens::imports

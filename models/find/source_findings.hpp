// What samples and counts of single instructions say about a kernel, in sentences.
#pragma once

#include <vector>

#include "models/base/finding.hpp"
#include "models/find/source_profile.hpp"

namespace rooflens::models {

/// What warps of the function mostly wait for, and the lines with the most excess sectors and wavefronts: what was seen.
/// What to change is for advise() to say, which knows what it is worth.
[[nodiscard]] std::vector<Finding> source_findings(const SourceProfile& profile);

/// "transpose.cu:12": the file without its folders; empty for instructions without a line.
[[nodiscard]] std::string short_place(const std::string& file, int line);

}  // namespace rooflens::models

// What the page knows of the instruction roofline: its pictures, and what points say under the pointer. A data block of
// its own, because the first screen does not need it.
#pragma once

#include <string>

#include "reports/words/report.hpp"

namespace rooflens::reports {

/// Per machine `drawn` (how many kernels), and for each of `levels`, `global` and `shared` `pictures` and `tips`: rows
/// of label and text by kernel, and by kernel and level.
[[nodiscard]] std::string page_instructions(const Document& document);

}  // namespace rooflens::reports

// The block of the report for a terminal that says what would help, with the speed-ups that can be expected.
#pragma once

#include <string>

#include "reports/text/text_kernels.hpp"

namespace rooflens::reports {

/// For the kernels that lose most time to their roofs: the gap, and what to change about it. One sentence where nothing
/// that is known would help.
[[nodiscard]] std::string advice_block(const TextPage& page);

}  // namespace rooflens::reports

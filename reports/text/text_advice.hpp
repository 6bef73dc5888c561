// The block of the report for a terminal that says what would help, with the speed-ups that can be expected.
#pragma once

#include <string>

#include "reports/text/text_kernels.hpp"

namespace rooflens::reports {

/// One advice as a paragraph: gain, cause, change and what was seen; with `in_full` also what the gain rests on.
[[nodiscard]] std::string advice_text(const TextPage& page, const models::Advice& advice, bool in_full);

/// For the kernels that lose most time to their roofs: the gap, and what to change about it. One sentence where nothing
/// that is known would help.
[[nodiscard]] std::string advice_block(const TextPage& page);
/// All that would help this kernel.
[[nodiscard]] std::string advice_on(const TextPage& page, const models::AnalysedKernel& kernel);

}  // namespace rooflens::reports

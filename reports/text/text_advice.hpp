// What would help a kernel, with the speed-ups that can be expected, in the report for a terminal.
#pragma once

#include <string>

#include "reports/text/text_kernels.hpp"

namespace rooflens::reports {

/// One advice as a paragraph: gain, cause, change and what was seen; with `in_full` also what the gain rests on.
[[nodiscard]] std::string advice_text(const TextPage& page, const models::Advice& advice, bool in_full);

/// How far a kernel is from its roof, and what would help; with options.kernel all of it.
[[nodiscard]] std::string advice_on(const TextPage& page, const models::AnalysedKernel& kernel);

}  // namespace rooflens::reports

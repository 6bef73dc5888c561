// What is said of the run and of the kernels that could save most of it.
#pragma once

#include <string>

#include "reports/text/text_kernels.hpp"

namespace rooflens::reports {

/// One finding as an indented paragraph.
[[nodiscard]] std::string finding_text(const TextPage& page, const models::Finding& finding);

/// The run, then the kernels that could save most of it: of each two things to do or to know, or with options.advice
/// why it is below its roof and all that would help. How many are left out is said.
[[nodiscard]] std::string findings(const TextPage& page);

}  // namespace rooflens::reports

// What the page knows of the instruction roofline: walls, and in columns the kernels whose instructions were counted. A
// data block of its own, because the first screen does not need it.
#pragma once

#include <cstddef>
#include <string>

#include "reports/words/report.hpp"

namespace rooflens::reports {

/// At most `limit` kernels a machine, those with most time first.
[[nodiscard]] std::string page_instructions(const Document& document, std::size_t limit);

}  // namespace rooflens::reports

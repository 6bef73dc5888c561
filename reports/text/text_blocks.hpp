// Waves and tail of kernels that recorded their blocks, for a terminal.
#pragma once

#include <string>

#include "reports/text/text_kernels.hpp"

namespace rooflens::reports {

/// Empty when no kernel recorded its blocks.
[[nodiscard]] std::string block_paragraphs(const TextPage& page);

}  // namespace rooflens::reports

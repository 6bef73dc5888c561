// A small roofline for a terminal: roofs in Braille dots, kernels as letters that a legend names.
#pragma once

#include <string>

#include "reports/text/text_kernels.hpp"

namespace rooflens::reports {

/// At most `page.width` wide, 16 rows of plot. Empty when no kernel has both FLOPs and traffic.
[[nodiscard]] std::string text_roofline(const TextPage& page);

}  // namespace rooflens::reports

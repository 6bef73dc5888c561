// What warps wait for, and where in the source: the tables of `profile --stalls --lines` for a terminal.
#pragma once

#include <string>

#include "reports/text/text_kernels.hpp"

namespace rooflens::reports {

/// Empty when no instruction was looked at.
[[nodiscard]] std::string source_tables(const TextPage& page);

}  // namespace rooflens::reports

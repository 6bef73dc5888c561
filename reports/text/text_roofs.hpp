// The roofs of a machine in the report for a terminal.
#pragma once

#include <string>

#include "reports/text/text_kernels.hpp"

namespace rooflens::reports {

/// The roofs that kernels are judged by, of all levels and of the formats that kernels use, and the probes that
/// measured something else; empty without any.
[[nodiscard]] std::string text_roofs(const TextPage& page);

}  // namespace rooflens::reports

// The version, from CMake's project().
#pragma once

#include <string>

namespace rooflens::cli {

/// "0.1.0"
[[nodiscard]] std::string version();
/// "rooflens 0.1.0 (CUDA 13.0)" or "rooflens 0.1.0 (without CUDA)"
[[nodiscard]] std::string version_line();

}  // namespace rooflens::cli

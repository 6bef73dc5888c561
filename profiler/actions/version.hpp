// The version, from CMake's project().
#pragma once

#include <string>

namespace rooflens::actions {

/// "0.1.0"
[[nodiscard]] std::string version();

}  // namespace rooflens::actions

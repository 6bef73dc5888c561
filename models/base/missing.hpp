// What stands where a value is not known, in every terminal, file and page.
#pragma once

#include <string_view>

namespace rooflens::models {

/// In tables and among numbers; who writes it says why. Pages get it as data.
inline constexpr std::string_view kMissing = "–";

/// Where there is a word, and the id of such a state.
inline constexpr std::string_view kUnknown = "unknown";

}  // namespace rooflens::models

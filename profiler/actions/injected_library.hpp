// Finds librooflens_inject.so, which `rooflens profile` loads into the application.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace rooflens::actions {

inline constexpr const char* kInjectedLibrary = "librooflens_inject.so";

/// Where it is looked for, first choice first, absolute: `chosen` alone if it is not empty (a file, or its folder),
/// else beside `executable`, then in ../lib.
[[nodiscard]] std::vector<std::filesystem::path> injected_library_places(const std::string& chosen,
                                                                         const std::filesystem::path& executable);

/// The places for this process: $ROOFLENS_INJECT and its own executable.
[[nodiscard]] std::vector<std::filesystem::path> injected_library_places();

/// The first place that holds a file, or nothing.
[[nodiscard]] std::optional<std::filesystem::path> find_injected_library(
    const std::vector<std::filesystem::path>& places = injected_library_places());

}  // namespace rooflens::actions

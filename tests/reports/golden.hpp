// Golden files under tests/golden: ROOFLENS_UPDATE_GOLDEN=1 writes them anew, and the difference is read in review.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

namespace rooflens::reports {

[[nodiscard]] inline std::filesystem::path golden_path(const std::string& name) {
  return std::filesystem::path(ROOFLENS_SOURCE_DIR) / "tests" / "golden" / name;
}

[[nodiscard]] inline bool updating_golden() { return std::getenv("ROOFLENS_UPDATE_GOLDEN") != nullptr; }

/// The file's bytes; empty if there is none. With the update switch, `actual` is written and returned.
[[nodiscard]] inline std::string golden(const std::string& name, const std::string& actual) {
  const std::filesystem::path path = golden_path(name);
  if (updating_golden()) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << actual;
    return actual;
  }
  std::ifstream file(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(file), {}};
}

}  // namespace rooflens::reports

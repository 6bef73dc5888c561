#include "profiler/actions/injected_library.hpp"

#include <cstdlib>

namespace rooflens::actions {

namespace fs = std::filesystem;

std::vector<fs::path> injected_library_places(const std::string& chosen, const fs::path& executable) {
  std::error_code ignored;
  if (!chosen.empty()) {
    const fs::path path = fs::absolute(chosen, ignored).lexically_normal();
    return {fs::is_directory(path, ignored) ? (path / kInjectedLibrary).lexically_normal() : path};
  }
  const fs::path folder = executable.parent_path();
  return {folder / kInjectedLibrary, (folder / ".." / "lib" / kInjectedLibrary).lexically_normal()};
}

std::vector<fs::path> injected_library_places() {
  const char* chosen = std::getenv("ROOFLENS_INJECT");
  std::error_code ignored;
  return injected_library_places(chosen ? chosen : "", fs::read_symlink("/proc/self/exe", ignored));
}

std::optional<fs::path> find_injected_library(const std::vector<fs::path>& places) {
  std::error_code ignored;
  for (const fs::path& place : places) {
    if (fs::is_regular_file(place, ignored)) return place;
  }
  return std::nullopt;
}

}  // namespace rooflens::actions

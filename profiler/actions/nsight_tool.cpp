#include "profiler/actions/nsight_tool.hpp"

#include <string.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>

namespace rooflens::actions {
namespace {

namespace fs = std::filesystem;

std::string variable(const char* name) {
  const char* value = std::getenv(name);
  return value ? value : "";
}

bool is_program(const fs::path& path) {
  std::error_code ignored;
  return fs::is_regular_file(path, ignored) && access(path.c_str(), X_OK) == 0;
}

std::vector<fs::path> folders_on(const std::string& path) {
  std::vector<fs::path> folders;
  std::size_t begin = 0;
  while (begin <= path.size()) {
    const std::size_t end = std::min(path.find(':', begin), path.size());
    if (end > begin) folders.emplace_back(path.substr(begin, end - begin));
    begin = end + 1;
  }
  return folders;
}

// Folders in `parent` whose name starts with `prefix`, the highest version first.
std::vector<fs::path> newest_first(const fs::path& parent, std::string_view prefix) {
  std::vector<fs::path> folders;
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(parent, ignored)) {
    if (entry.path().filename().string().starts_with(prefix)) folders.push_back(entry.path());
  }
  std::sort(folders.begin(), folders.end(),
            [](const fs::path& a, const fs::path& b) { return strverscmp(a.c_str(), b.c_str()) > 0; });
  return folders;
}

std::string product(const std::string& tool) { return tool == "ncu" ? "nsight-compute" : "nsight-systems"; }

// Where one version of the product keeps the tool.
void append_version(const fs::path& version, const std::string& tool, std::vector<fs::path>& places) {
  for (const char* folder : {"", "bin", "target-linux-x64"}) places.push_back(version / folder / tool);
}

void append_toolkit(const fs::path& toolkit, const std::string& tool, std::vector<fs::path>& places) {
  places.push_back(toolkit / "bin" / tool);
  for (const fs::path& version : newest_first(toolkit, product(tool))) append_version(version, tool, places);
}

}  // namespace

NsightSearch nsight_search() {
  const std::string home = variable("CUDA_HOME");
  return {.path = variable("PATH"), .cuda_home = home.empty() ? variable("CUDA_PATH") : home};
}

std::optional<NsightTool> find_nsight(const std::string& tool, const NsightSearch& where) {
  for (const fs::path& folder : folders_on(where.path)) {
    if (is_program(folder / tool)) return NsightTool{folder / tool, tool};
  }
  std::vector<fs::path> places;
  if (!where.cuda_home.empty()) append_toolkit(where.cuda_home, tool, places);
  for (const fs::path& toolkit : newest_first(where.root / "usr/local", "cuda")) append_toolkit(toolkit, tool, places);
  for (const fs::path& folder : newest_first(where.root / "opt/nvidia", product(tool))) {
    append_version(folder, tool, places);
    for (const fs::path& version : newest_first(folder, "")) append_version(version, tool, places);
  }
  const auto found = std::find_if(places.begin(), places.end(), is_program);
  if (found == places.end()) return std::nullopt;
  return NsightTool{*found, found->string()};
}

std::string looked_for_nsight(const std::string& tool, const NsightSearch& where) {
  const std::string name = product(tool);
  std::string text = "it is neither on PATH nor in ";
  if (!where.cuda_home.empty()) text += where.cuda_home + "/{bin," + name + "*}, ";
  return text + (where.root / "usr/local/cuda*").string() + "/{bin," + name + "*} or " +
         (where.root / "opt/nvidia" / name).string() + "*";
}

std::string how_to_get_nsight(const std::string& tool) {
  const std::string name = tool == "ncu" ? "Nsight Compute" : "Nsight Systems";
  return "install " + name + " (a part of the CUDA toolkit, or the package " + product(tool) +
         " of NVIDIA's repository), or put its directory on PATH";
}

}  // namespace rooflens::actions

#include "profiler/doctor/running_tools.hpp"

#include <algorithm>
#include <array>
#include <fstream>
#include <string_view>

#include "models/base/find_in.hpp"
#include "models/base/number_in.hpp"

namespace rooflens::doctor {
namespace {

namespace fs = std::filesystem;

struct KnownTool {
  std::string_view name;
  ToolKind kind;
  bool prefix = false;  ///< "cuda-gdb" is a script that starts "cuda-gdb-minimal" or the like
};

constexpr std::array kKnown{
    KnownTool{"ncu", ToolKind::profiler},
    KnownTool{"nv-nsight-cu-cli", ToolKind::profiler},
    KnownTool{"nsys", ToolKind::profiler},
    KnownTool{"nsys-launcher", ToolKind::profiler},
    KnownTool{"nvprof", ToolKind::profiler},
    KnownTool{"rooflens", ToolKind::profiler},
    KnownTool{"cuda-gdb", ToolKind::debugger, true},
    KnownTool{"compute-sanitizer", ToolKind::debugger},
    KnownTool{"cuda-memcheck", ToolKind::debugger},
    KnownTool{"nv-hostengine", ToolKind::dcgm},
    KnownTool{"dcgm-exporter", ToolKind::dcgm},
    KnownTool{"dcgmproftester", ToolKind::dcgm, true},
    KnownTool{"nvidia-cuda-mps-control", ToolKind::mps},
    KnownTool{"nvidia-cuda-mps-server", ToolKind::mps},
};

constexpr std::size_t kCommLength = 15;  // what the kernel keeps of a process's name

std::string base_name(const std::string& path) { return path.substr(path.rfind('/') + 1); }

// The program behind an interpreter: `sh /opt/ncu` is ncu.
std::string program_of(const std::vector<std::string>& arguments) {
  if (arguments.empty()) return {};
  const std::string first = base_name(arguments[0]);
  const bool interpreter = first == "sh" || first == "bash" || first == "dash" || first.starts_with("python");
  return interpreter && arguments.size() > 1 ? base_name(arguments[1]) : first;
}

const KnownTool* known(std::string_view name) {
  return models::find_in(
      kKnown, [&](const KnownTool& tool) { return name == tool.name || (tool.prefix && name.starts_with(tool.name)); });
}

const KnownTool* known_by_comm(std::string_view comm) {
  return models::find_in(kKnown, [&](const KnownTool& tool) { return comm == tool.name.substr(0, kCommLength); });
}

// Of our own commands only these hold counters.
bool counts(const std::vector<std::string>& arguments) {
  const auto is = [&](const char* command) { return arguments.size() > 1 && arguments[1] == command; };
  return is("run") || is("profile") || is("ceilings");
}

std::vector<std::string> read_arguments(const fs::path& process) {
  std::ifstream file(process / "cmdline", std::ios::binary);
  std::vector<std::string> arguments;
  for (std::string argument; std::getline(file, argument, '\0');) arguments.push_back(argument);
  return arguments;
}

std::string read_line(const fs::path& path) {
  std::string line;
  std::ifstream file(path);
  std::getline(file, line);
  return line;
}

}  // namespace

bool is_tool(const std::vector<std::string>& arguments, const std::string& comm, RunningTool& tool) {
  const KnownTool* found = known(program_of(arguments));
  if (!found) found = known_by_comm(comm);
  if (!found || (found->name == "rooflens" && !counts(arguments))) return false;
  tool.kind = found->kind;
  tool.program = found->name;
  return true;
}

std::vector<RunningTool> running_tools(const fs::path& proc) {
  std::error_code ignored;
  const std::string self = fs::read_symlink(proc / "self", ignored).filename().string();
  std::vector<RunningTool> result;
  for (auto it = fs::directory_iterator(proc, ignored); it != fs::directory_iterator(); it.increment(ignored)) {
    const std::string name = it->path().filename().string();
    const auto pid = models::number_in<int>(name);
    if (!pid || name == self) continue;
    RunningTool tool;
    tool.pid = *pid;
    if (is_tool(read_arguments(it->path()), read_line(it->path() / "comm"), tool)) result.push_back(tool);
  }
  std::sort(result.begin(), result.end(), [](const auto& a, const auto& b) { return a.pid < b.pid; });
  return result;
}

}  // namespace rooflens::doctor

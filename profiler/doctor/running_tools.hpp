// Which other tools run that share the GPU's counters with us or decide who may have them: profilers, debuggers, DCGM,
// the MPS daemons. Read from a process table like /proc.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace rooflens::doctor {

enum class ToolKind {
  profiler,  ///< reads counters: ncu, nsys, another rooflens
  debugger,  ///< cuda-gdb, compute-sanitizer: no profiler works beside them in one process
  dcgm,      ///< watches the whole GPU
  mps,       ///< shares the GPU between processes
};

struct RunningTool {
  ToolKind kind = ToolKind::profiler;
  std::string program;  ///< "ncu"
  int pid = 0;
};

/// What the command line `arguments` (or `comm`, where the command line cannot be read) starts; false if it is none of
/// the tools.
[[nodiscard]] bool is_tool(const std::vector<std::string>& arguments, const std::string& comm, RunningTool& tool);

/// The tools among the processes of `proc`, in the order of their ids, without this process itself (proc/self). What
/// cannot be read is left out; so is what runs outside of our container.
[[nodiscard]] std::vector<RunningTool> running_tools(const std::filesystem::path& proc);

}  // namespace rooflens::doctor

// Checks of who else is there: other profilers, DCGM, MPS, and what they left in the environment.
#include <fmt/core.h>

#include <algorithm>
#include <array>

#include "profiler/doctor/doctor_check_list.hpp"

namespace rooflens::doctor::checks {
namespace {

constexpr models::ComputeCapability kHopper{9, 0};

// A variable that is in the way, and what it does. A name that ends in * stands for all that begin so.
struct Conflict {
  std::string_view name;
  std::string_view effect;
  bool unless_zero = false;  ///< "0" switches it off
};
constexpr std::array kConflicts{
    Conflict{"CUDA_INJECTION64_PATH", "loads another tool's library into every CUDA program"},
    Conflict{"NVTX_INJECTION64_PATH", "sends NVTX ranges to another tool"},
    Conflict{"NSYS_PROFILING_SESSION_ID", "says that Nsight Systems is profiling this process"},
    Conflict{"KINETO_USE_DAEMON", "lets a daemon start PyTorch's profiler, which then holds CUPTI", true},
    Conflict{"KINETO_CONFIG", "configures PyTorch's profiler, which then holds CUPTI"},
    Conflict{"CUDA_LAUNCH_BLOCKING", "makes every launch wait for its kernel: no overlap, longer gaps", true},
};

std::string seen_from(const Facts& facts) {
  return facts.system.container.empty() ? "" : " From a container only its own processes are seen.";
}

bool is_ours(const std::string& value) {
  return value.empty() || value == "none" || value.ends_with("librooflens_inject.so");
}

}  // namespace

Result profilers(const Facts& facts) {
  std::vector<std::string> found = tools_of(facts, ToolKind::profiler);
  for (const HeldLock& lock : facts.system.ncu_locks) {
    const std::string holder = lock.pid > 0 ? fmt::format("process {}", lock.pid) : "somebody";
    found.push_back(fmt::format("ncu, whose lock {} is held by {}", lock.path, holder));
  }
  const std::vector<std::string> debuggers = tools_of(facts, ToolKind::debugger);
  found.insert(found.end(), debuggers.begin(), debuggers.end());
  if (found.empty()) {
    return Check{"profilers", Status::ok, "No other profiler or debugger runs." + seen_from(facts), "", ""};
  }
  return Check{"profilers", Status::warning, fmt::format("Other tools run: {}.", joined(found)),
               "A GPU's counters belong to one profiler at a time, and their work disturbs measured times.",
               "Wait until they end, or stop them."};
}

Result environment(const Facts& facts) {
  std::vector<std::string> found;
  std::string unset;
  for (const Conflict& conflict : kConflicts) {
    const auto it = facts.system.environment.find(std::string(conflict.name));
    if (it == facts.system.environment.end() || is_ours(it->second)) continue;
    if (conflict.unless_zero && it->second == "0") continue;
    found.push_back(fmt::format("{}={} {}", it->first, it->second, conflict.effect));
    unset += fmt::format(" {}", it->first);
  }
  if (found.empty()) return Check{"environment", Status::ok, "No variable of another tool is set.", "", ""};
  return Check{"environment", Status::warning, joined(found, "; ") + ".",
               "Another tool in the process may hold CUPTI, or change what is measured.",
               fmt::format("`unset{}` before profiling.", unset)};
}

Result mps(const Facts& facts) {
  if (gpus_of(facts).empty() && tools_of(facts, ToolKind::mps).empty()) return std::nullopt;
  std::vector<std::string> found = tools_of(facts, ToolKind::mps);
  if (found.empty() && facts.system.mps_pipe) found.emplace_back("its control pipe exists");
  if (found.empty()) return Check{"mps", Status::ok, "MPS is not used.", "", ""};
  return Check{"mps", Status::warning, fmt::format("MPS shares the GPU between processes: {}.", joined(found)),
               "CUPTI supports programs under MPS with limits: counters may be refused, or include the work of others.",
               "Profile while MPS is stopped: `echo quit | nvidia-cuda-mps-control`."};
}

Result dcgm(const Facts& facts) {
  const auto& gpus = gpus_of(facts);
  if (gpus.empty()) return std::nullopt;
  const std::vector<std::string> found = tools_of(facts, ToolKind::dcgm);
  if (found.empty()) return Check{"dcgm", Status::ok, "No DCGM runs." + seen_from(facts), "", ""};
  const std::string fact = fmt::format("DCGM runs: {}.", joined(found));
  std::vector<std::string> old;
  bool known = true;
  for (std::size_t i = 0; i < gpus.size(); ++i) {
    known = known && gpus[i].compute_capability.has_value();
    if (gpus[i].compute_capability && *gpus[i].compute_capability < kHopper) old.push_back(gpu_text(facts, i));
  }
  if (!old.empty()) {
    return Check{"dcgm", Status::warning, fmt::format("{} Older than Hopper: {}.", fact, joined(old)),
                 "There its profiling metrics (DCGM_FI_PROF_*) hold the counters, and rooflens' are refused as busy.",
                 "`dcgmi profile --pause` before profiling, `dcgmi profile --resume` afterwards."};
  }
  if (!known) return Check{"dcgm", Status::unknown, fact, "On GPUs older than Hopper it may hold the counters.", ""};
  return Check{"dcgm", Status::ok, fact + " From Hopper on it needs no counters.", "", ""};
}

}  // namespace rooflens::doctor::checks

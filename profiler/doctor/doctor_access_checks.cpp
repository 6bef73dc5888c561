// Checks of access: who may read counters, and where the machine offers none.
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>

#include "models/base/find_in.hpp"
#include "profiler/doctor/doctor_check_list.hpp"
#include "profiler/doctor/permission_help.hpp"

namespace rooflens::doctor::checks {
namespace {

using collect::cupti::ProbeAnswer;
using collect::cupti::ProbeFacts;

constexpr int kPerfmonDriver = 565;  // the first driver that takes CAP_PERFMON

const ProbeFacts* first_probe(const Facts& facts, ProbeAnswer answer) {
  return models::find_in(facts.probes, answer, &ProbeFacts::answer);
}

bool has(const SystemFacts& system, int capability) {
  return system.capabilities && ((*system.capabilities >> capability) & 1U) != 0;
}

bool takes_perfmon(const Facts& facts) {
  return facts.driver && std::atoi(facts.driver->version.c_str()) >= kPerfmonDriver;
}

// "user 1000 without CAP_SYS_ADMIN and CAP_PERFMON, in a Docker container"
std::string who(const Facts& facts) {
  const SystemFacts& system = facts.system;
  std::string text = system.uid ? fmt::format("user {}", *system.uid) : "an unknown user";
  if (!system.capabilities) {
    text += " with unknown capabilities";
  } else if (has(system, kCapSysAdmin) || has(system, kCapPerfmon)) {
    text += fmt::format(" with {}", has(system, kCapSysAdmin) ? "CAP_SYS_ADMIN" : "CAP_PERFMON");
  } else {
    text += " without CAP_SYS_ADMIN and CAP_PERFMON";
  }
  if (system.user_namespace) text += ", in a user namespace";
  if (!system.container.empty()) text += fmt::format(", in a container ({})", system.container);
  return text;
}

std::string rule(const SystemFacts& system) {
  if (!system.counters_for_admins_only) return "The driver does not say who may read counters";
  return *system.counters_for_admins_only
             ? "The driver lets only administrators read counters (RmProfilingAdminOnly: 1)"
             : "The driver lets every user read counters (RmProfilingAdminOnly: 0)";
}

// Whether this process counts as an administrator for the driver; nothing if that cannot be told.
std::optional<bool> is_administrator(const Facts& facts) {
  const SystemFacts& system = facts.system;
  if (!system.capabilities) return std::nullopt;
  const bool capable = has(system, kCapSysAdmin) || (has(system, kCapPerfmon) && takes_perfmon(facts));
  if (capable && system.user_namespace) return std::nullopt;
  return capable;
}

std::string devices(const std::vector<ProbeFacts>& probes) {
  std::vector<std::string> words;
  for (const ProbeFacts& probe : probes) words.push_back(fmt::format("device {} ({})", probe.device, probe.chip));
  return joined(words);
}

}  // namespace

Result permission(const Facts& facts) {
  if (!facts.driver || facts.driver->found_at.empty()) return std::nullopt;
  const std::string found = fmt::format("{}; this process is {}", rule(facts.system), who(facts));
  const std::string consequence = "Times can be measured, counters cannot be read.";
  if (const ProbeFacts* denied = first_probe(facts, ProbeAnswer::denied)) {
    return Check{"permission", Status::problem, fmt::format("{}. CUPTI refuses: {}.", found, denied->reason),
                 consequence, std::string(kPermissionHelp)};
  }
  if (probed_well(facts)) return Check{"permission", Status::ok, found + ".", "", ""};
  const std::optional<bool>& admins_only = facts.system.counters_for_admins_only;
  const std::optional<bool> administrator = is_administrator(facts);
  if (admins_only == false || administrator == true) return Check{"permission", Status::ok, found + ".", "", ""};
  if (!admins_only) return Check{"permission", Status::unknown, found + ".", "A run will tell.", ""};
  if (!administrator) {
    return Check{"permission", Status::unknown, found + ".",
                 facts.system.user_namespace
                     ? "Capabilities of a user namespace do not count for the driver everywhere."
                     : "A run will tell.",
                 std::string(kPermissionHelp)};
  }
  const bool old_driver = has(facts.system, kCapPerfmon);
  return Check{
      "permission", Status::problem,
      old_driver ? fmt::format("{}, which the driver takes from version {} on.", found, kPerfmonDriver) : found + ".",
      consequence, std::string(kPermissionHelp)};
}

Result counters(const Facts& facts) {
  if (!facts.cupti || facts.cupti->path.empty() || facts.driver->found_at.empty()) return std::nullopt;
  const std::vector<std::string> holders = tools_of(facts, ToolKind::profiler);
  const std::string running = holders.empty() ? "" : fmt::format(" Running: {}.", joined(holders));
  for (const ProbeFacts& probe : facts.probes) {
    if (probe.answer != ProbeAnswer::unavailable && probe.answer != ProbeAnswer::failed) continue;
    return Check{"counters", Status::problem,
                 fmt::format("CUPTI offers no counters on device {}: {}.{}", probe.device, probe.reason, running),
                 "Times can be measured, counters cannot be read there.",
                 probe.remedy.empty() ? "`--no-counters` records times without counters." : probe.remedy + "."};
  }
  if (probed_well(facts)) {
    return Check{"counters", Status::ok, fmt::format("CUPTI offers counters on {}.", devices(facts.probes)), "", ""};
  }
  if (!facts.probes.empty()) return std::nullopt;  // denied: the permission says so
  return Check{"counters", Status::unknown, "CUPTI was not asked for counters.", "", ""};
}

Result platform(const Facts& facts) {
  if (!facts.driver || facts.driver->found_at.empty()) return std::nullopt;
  std::vector<std::string> found;
  std::vector<std::string> remedies;
  bool refused = false;
  if (facts.driver->confidential && facts.driver->confidential->enabled) {
    refused = !facts.driver->confidential->developer_tools;
    found.push_back(refused ? "the GPU runs in confidential-computing mode"
                            : "the GPU runs in confidential-computing mode with developer tools allowed");
    if (refused) remedies.emplace_back("Switch confidential computing to its devtools mode, or off.");
  }
  const auto& gpus = gpus_of(facts);
  if (std::any_of(gpus.begin(), gpus.end(),
                  [](const auto& gpu) { return gpu.virtualization == device::Virtualization::vgpu; })) {
    found.emplace_back("the GPU is a virtual one (vGPU)");
    remedies.emplace_back(
        "The hypervisor's administrator can allow profiling: vGPU plug-in parameter "
        "`enable_profiling=1`, one virtual host per GPU.");
  }
  if (facts.system.wsl) {
    found.emplace_back("this is WSL");
    remedies.emplace_back("In Windows, the NVIDIA Control Panel's developer settings allow counters to all users.");
  }
  if (found.empty())
    return Check{"platform", Status::ok, "No vGPU, no confidential computing, no WSL is seen.", "", ""};
  std::string fact = joined(found, "; ") + ".";
  fact.front() = static_cast<char>(fact.front() - 'a' + 'A');
  if (probed_well(facts)) return Check{"platform", Status::ok, fact + " CUPTI offers counters all the same.", "", ""};
  return Check{"platform", refused ? Status::problem : Status::warning, fact,
               refused ? "Counters cannot be read." : "Counters may be refused there.", joined(remedies, " ")};
}

Result mig(const Facts& facts) {
  std::vector<std::string> split;
  bool known = false;
  for (std::size_t i = 0; i < gpus_of(facts).size(); ++i) {
    known = known || gpus_of(facts)[i].mig.has_value();
    if (gpus_of(facts)[i].mig == true) split.push_back(gpu_text(facts, i));
  }
  if (gpus_of(facts).empty()) return std::nullopt;
  if (!split.empty()) {
    return Check{
        "mig", Status::warning, fmt::format("MIG splits {}.", joined(split)),
        "An instance has no counters for what it shares with others (L2, DRAM), and its clock cannot be "
        "locked.",
        "Measure on a GPU without MIG, or on an instance that has its GPU instance to itself; reports name the "
        "counters that were refused."};
  }
  return Check{"mig", Status::ok, known ? "MIG is off." : "These GPUs have no MIG.", "", ""};
}

}  // namespace rooflens::doctor::checks

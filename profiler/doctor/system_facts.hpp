// What a preflight reads from the operating system: who may read counters, in what kind of environment we are, and
// which libraries wait on the search path. The root folder and the environment can be replaced, for tests.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "profiler/doctor/running_tools.hpp"

namespace rooflens::doctor {

using Environment = std::map<std::string, std::string>;

/// A libcupti.so that an application may load.
struct CuptiCopy {
  std::string path;  ///< as found: "/opt/conda/lib/libcupti.so.12"
  std::string real;  ///< without symbolic links
};

/// ncu keeps others off a GPU by a locked file while it profiles.
struct HeldLock {
  std::string path;
  int pid = 0;  ///< who holds it; 0 or less if the kernel does not tell
};

struct SystemFacts {
  std::optional<bool> counters_for_admins_only;  ///< the driver's RmProfilingAdminOnly
  std::optional<std::uint64_t> capabilities;     ///< effective, a bit each
  std::optional<unsigned> uid;                   ///< effective
  bool user_namespace = false;                   ///< root and capabilities hold inside it, not for the driver
  std::string container;                         ///< "Docker", "Kubernetes", ...; empty outside of one
  bool wsl = false;
  bool mps_pipe = false;  ///< the MPS daemon's control pipe exists where this environment looks for it
  Environment environment;
  std::vector<RunningTool> tools;
  std::vector<HeldLock> ncu_locks;
  std::vector<CuptiCopy> cupti_on_path;  ///< in the folders of LD_LIBRARY_PATH, each file once
};

/// Bits of SystemFacts::capabilities (linux/capability.h).
inline constexpr int kCapSysAdmin = 21;
inline constexpr int kCapPerfmon = 38;

/// The environment of this process.
[[nodiscard]] Environment process_environment();

[[nodiscard]] SystemFacts gather_system_facts(const std::filesystem::path& root = "/",
                                              const Environment& environment = process_environment());

/// Whether only administrators may read counters; nothing if the driver does not say.
[[nodiscard]] std::optional<bool> counters_for_admins_only(const std::filesystem::path& root = "/");

}  // namespace rooflens::doctor

// What the user asked of `rooflens profile`, as it travels in an environment variable to the injected library.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace rooflens::collect {

/// How counters of an application's launches are collected.
enum class ReplayMode {
  kernel,  ///< CUPTI repeats each chosen launch for every pass: exact, slow, unsafe for kernels that wait for others
  rotate,  ///< each chosen launch is counted in one pass, another one in the next: nothing is repeated
  none,    ///< one group in one pass
};

inline constexpr const char* kProfileVariable = "ROOFLENS_PROFILE";  ///< holds encode(ProfileConfig)

struct ProfileConfig {
  std::string spool_folder;  ///< absolute; every process writes <folder>/<host>.<pid>.spool
  std::string tool_version;
  bool launcher_locks = false;  ///< the launcher holds a lock on the folder as long as it lives
  ReplayMode replay = ReplayMode::rotate;
  std::string kernel_pattern;          ///< ECMAScript regular expression on the demangled or mangled name; empty: all
  std::string exclude_pattern;         ///< the same, of kernels that are not counted; empty: none
  std::uint64_t skip = 0;              ///< matching launches to leave alone first
  std::optional<std::uint64_t> count;  ///< at most so many launches are observed
  int launches_per_kernel = 3;         ///< counted of each distinct kernel, in each group; 0: times only
  double max_overhead = 0;             ///< share that collecting may take of the time with launches; 0: no limit
  double credit_seconds = 0;           ///< what collecting may take before that limit holds
  std::vector<int> devices;            ///< ordinals in the process; empty: all
  double delay_seconds = 0;            ///< leave alone what is launched earlier after the start
  std::optional<double> duration_seconds;   ///< and what is launched so much later than that
  std::string nvtx_range;                   ///< "name" or "domain@name": only launches inside; empty: all
  bool wait_for_profiler_start = false;     ///< only between cudaProfilerStart and cudaProfilerStop
  bool idle = false;                        ///< only while the user wants it, see on_demand.hpp
  std::vector<std::string> extra_counters;  ///< collected besides the group quick; with `none` instead of it
  bool sass = true;                         ///< counters that need patched code
  bool graph_nodes = true;                  ///< kernels in graphs are counted one by one, not graphs alone
  bool stalls = false;                      ///< samples of warps: where they wait, and for what
  bool formulas = false;                    ///< work of PyTorch's operations by formula, also where counters are read
  bool lines = false;                       ///< sectors and wavefronts of single instructions, by patched code

  /// Whether launches may be counted so long after the start.
  [[nodiscard]] bool counts_at(double seconds) const {
    return seconds >= delay_seconds && (!duration_seconds || seconds < delay_seconds + *duration_seconds);
  }
  [[nodiscard]] bool counts() const { return launches_per_kernel > 0; }
  /// Whether launches are repeated or instrumented, which not all code allows.
  [[nodiscard]] bool needs_code() const { return lines || replay == ReplayMode::kernel; }
};

[[nodiscard]] std::string encode(const ProfileConfig& config);
/// Throws std::runtime_error for text that is no configuration.
[[nodiscard]] ProfileConfig decode_profile_config(const std::string& text);

}  // namespace rooflens::collect

// The counter groups that rotate over the launches of an application: each is counted in one pass of a launch, so
// that nothing has to be repeated. Every group carries an anchor, by which it shows that launches were alike, and has
// a configuration of its own, so that groups are counted in any order.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "models/counters/counter_group.hpp"
#include "models/counters/counters.hpp"
#include "profiler/cupti/host_profiler.hpp"

namespace rooflens::collect::cupti {

struct RotationGroup {
  enum class Kind {
    hardware,  ///< performance monitors
    sass,      ///< patched code
    pipes,     ///< special functions, integer multiply-adds and logic, loads and stores
    tensor,    ///< tensor-pipe operations of one number format; only for kernels that use that pipe
    waits,     ///< loads in flight, warps at barriers; for kernels of which all else is known
    extra,     ///< what the user asked for besides
  };
  std::string id;  ///< "hardware", "sass", "pipes", "tensor bf16_dst_fp32", "waits", "extra 1"
  Kind kind = Kind::hardware;
  std::vector<std::string> counters;
  int first_pass = 0;                ///< within the plan
  int passes = 1;                    ///< more than one: its counters are known when as many launches were counted
  Schedule schedule{};               ///< its passes, and empty ones after them: as many as that of every other group
  std::vector<std::string> names{};  ///< the counters of `schedule`
};

struct RotationPlan {
  std::vector<RotationGroup> groups;
  std::vector<models::Refusal> refused;  ///< counters that the chip does not offer
};

/// Of all groups, in their order; the plan has to outlive them.
[[nodiscard]] std::vector<CounterConfiguration> configurations_of(const RotationPlan& plan);

/// `extra`: further counters by name. Those that the chip does not offer are refused with the nearest names; the others
/// get groups of their own, as few as possible. Without `sass`, counters that need patched code are left out.
[[nodiscard]] RotationPlan plan_rotation(const HostProfiler& host, bool sass, const std::vector<std::string>& extra);

/// One group for all launches, in a single pass: `wanted`, or the hardware counters of quick where nothing of that can
/// be had. Counters that the chip does not offer, or that take another pass than those before them, are refused.
[[nodiscard]] RotationPlan plan_one_group(const HostProfiler& host, const std::vector<std::string>& wanted);

/// Everything in one schedule, for launches that CUPTI repeats: the groups quick and pipes, the kernel's own time,
/// `formats` (some of tensor_counters(), or none) with how busy and how long the tensor pipe was active, and `extra`.
struct ReplayPlan {
  std::vector<std::string> names;
  std::vector<int> passes;           ///< pass of each: 0 for hardware counters, the last for those of patched code
  std::vector<std::string> formats;  ///< those of `names` that count tensor operations of one number format
  Schedule schedule;
  std::vector<models::Refusal> refused;  ///< counters that the chip does not offer
};
[[nodiscard]] ReplayPlan plan_replay(const HostProfiler& host, bool sass, const std::vector<std::string>& formats,
                                     const std::vector<std::string>& extra);

}  // namespace rooflens::collect::cupti

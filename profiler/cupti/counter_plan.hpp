// From what is wanted to what is collected: every name is checked against the chip before it is used, then all counters
// are scheduled together, which is what needs the fewest passes and switches.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "models/counters/counter_group.hpp"
#include "models/counters/counters.hpp"
#include "profiler/cupti/host_profiler.hpp"

namespace rooflens::collect::cupti {

struct CounterPlan {
  std::vector<std::string> names;  ///< counters that the chip offers, each once
  Schedule schedule;
  std::size_t hardware_passes =
      0;               ///< the passes after these patch code: slow, and independent of what the caches hold
  int first_pass = 0;  ///< number of the plan's first pass within the run
  std::vector<models::Refusal> refused;  ///< counters that the chip does not offer

  [[nodiscard]] int passes() const { return static_cast<int>(schedule.passes); }
  [[nodiscard]] bool is_sass_pass(std::size_t pass) const { return pass >= hardware_passes; }
};

/// The plan for a group of named counters; without `sass`, SASS counters are left out.
[[nodiscard]] CounterPlan plan_group(const HostProfiler& host, const models::CounterGroup& group, bool sass = true);

/// Counters of tensor operations, one for each number format of the chip, sorted.
[[nodiscard]] std::vector<std::string> tensor_counters(const HostProfiler& host);

/// The plan for the tensor operations of each number format; passes count from `first_pass`.
[[nodiscard]] CounterPlan plan_tensor(const HostProfiler& host, int first_pass);

}  // namespace rooflens::collect::cupti

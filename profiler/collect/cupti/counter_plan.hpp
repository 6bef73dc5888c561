// From what is wanted to what is collected: every name is checked against the chip, then the counters are packed so
// that the pass of every value is known.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "models/counters.hpp"
#include "profiler/collect/counter_group.hpp"
#include "profiler/collect/cupti/host_profiler.hpp"

namespace rooflens::collect::cupti {

/// Counters of one configuration. Hardware counters come first and fit into one pass (unless a single counter needs
/// more by itself); SASS counters, if any, are taken together in the last pass.
struct Section {
  std::vector<std::string> names;
  Schedule schedule;
  std::size_t first_sass = 0;  ///< names from this index on are SASS counters
  int first_pass = 0;          ///< number of the section's first pass within the plan

  [[nodiscard]] bool is_sass(std::size_t name) const { return name >= first_sass; }
  /// Pass of the counter names[name], counted over the whole plan.
  [[nodiscard]] int pass_of(std::size_t name) const;
  /// Whether pass `pass` of this section (from 0) patches code: slow, and independent of what the caches hold.
  [[nodiscard]] bool is_sass_pass(std::size_t pass) const;
};

struct CounterPlan {
  std::vector<Section> sections;
  std::vector<models::Refusal> refused;
  [[nodiscard]] int passes() const;
};

/// The plan for a group of named counters; without `sass`, SASS counters are left out.
[[nodiscard]] CounterPlan plan_group(const HostProfiler& host, const CounterGroup& group, bool sass = true);

/// The plan for the tensor operations of each number format; passes count from `first_pass`.
[[nodiscard]] CounterPlan plan_tensor(const HostProfiler& host, int first_pass);

}  // namespace rooflens::collect::cupti

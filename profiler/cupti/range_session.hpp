// Counts the caller's work with a range profiler: user ranges with user replay, or one range a launch with kernel
// replay.
#pragma once

#include <cuda.h>

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "profiler/cupti/counter_plan.hpp"
#include "profiler/cupti/range_profiler.hpp"

namespace rooflens::collect::cupti {

/// What one collection gives: for each range the values of the plan's counters, in the plan's order, and for each
/// counter the pass (from 0) that completed it.
struct RangeValues {
  std::map<std::string, std::vector<double>> ranges;
  std::vector<int> passes;
};

/// A session serves one plan. Its first start is the expensive one, so keep it for several batches.
class RangeSession {
 public:
  /// Enables the profiler on `context`. At most `ranges` ranges can be collected at a time. `plan` must outlive the
  /// session.
  RangeSession(std::shared_ptr<const Api> api, CUcontext context, const CounterPlan& plan, RangeMode mode,
               std::size_t ranges);

  [[nodiscard]] const CounterPlan& plan() const { return plan_; }
  /// Runs `execute(pass)` once a pass (with RangeMode::launches once in all) and returns what was counted. It must do
  /// the same work in every pass.
  [[nodiscard]] RangeValues collect(const HostProfiler& host, const std::function<void(std::size_t pass)>& execute);
  /// Marks `work` as the range `name`. Only inside `execute`, with RangeMode::user_ranges.
  void range(const std::string& name, const std::function<void()>& work);

 private:
  void note_completed(const HostProfiler& host, int pass, std::vector<int>& passes) const;

  const CounterPlan& plan_;
  RangeProfiler profiler_;
};

}  // namespace rooflens::collect::cupti

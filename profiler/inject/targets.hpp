// What can be counted on each device: asked once, because the answer takes a tenth of a second.
#pragma once

#include <cuda.h>

#include <map>
#include <memory>
#include <mutex>
#include <set>

#include "profiler/collect/cupti/range_profiler.hpp"
#include "profiler/collect/cupti/spread_plan.hpp"
#include "profiler/collect/profile_config.hpp"

namespace rooflens::inject {

struct Target {
  collect::cupti::HostProfiler host;
  collect::cupti::SpreadPlan plan;
};

class Targets {
 public:
  Targets(std::shared_ptr<const collect::cupti::Api> api, const collect::ProfileConfig& config)
      : api_(std::move(api)), config_(config) {}

  /// Throws what open_target throws.
  [[nodiscard]] const Target& of(int device, CUcontext context) {
    const std::lock_guard lock(mutex_);
    std::unique_ptr<Target>& entry = targets_[device];
    if (!entry) {
      const Asked asked{*this, device};
      auto host = collect::cupti::open_target(api_, context, device);
      auto plan = collect::cupti::plan_spread(host, config_.sass, config_.extra_counters);
      entry.reset(new Target{std::move(host), std::move(plan)});
    }
    return *entry;
  }
  /// Whether it was asked, with or without success. Does not wait while it is being asked.
  [[nodiscard]] bool asked(int device) const {
    const std::lock_guard lock(asked_mutex_);
    return asked_.contains(device);
  }

 private:
  struct Asked {
    Targets& targets;
    int device;
    ~Asked() {
      const std::lock_guard lock(targets.asked_mutex_);
      targets.asked_.insert(device);
    }
  };
  std::shared_ptr<const collect::cupti::Api> api_;
  const collect::ProfileConfig& config_;
  std::mutex mutex_;
  mutable std::mutex asked_mutex_;
  std::set<int> asked_;
  std::map<int, std::unique_ptr<Target>> targets_;  ///< never removed: sessions refer to them
};

}  // namespace rooflens::inject

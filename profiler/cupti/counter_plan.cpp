#include "profiler/cupti/counter_plan.hpp"

#include <algorithm>
#include <utility>

namespace rooflens::collect::cupti {
namespace {

// CUPTI schedules hardware counters first and SASS counters last.
void schedule(const HostProfiler& host, CounterPlan& plan) {
  if (plan.names.empty()) return;
  std::vector<std::string> hardware;
  std::copy_if(plan.names.begin(), plan.names.end(), std::back_inserter(hardware),
               [](const std::string& name) { return !models::is_sass_counter(name); });
  plan.schedule = host.schedule(plan.names);
  plan.hardware_passes = hardware.size() == plan.names.size() ? plan.schedule.passes
                         : hardware.empty()                   ? 0
                                                              : host.schedule(hardware).passes;
}

}  // namespace

CounterPlan plan_group(const HostProfiler& host, const models::CounterGroup& group, bool sass) {
  CounterPlan plan;
  for (const models::WantedCounter& wanted : group.counters) {
    if (wanted.if_free || (!sass && models::is_sass_counter(wanted.name))) continue;
    if (std::string name(wanted.name); host.offers(name)) {
      plan.names.push_back(std::move(name));
    } else if (std::string other(wanted.alternative); !other.empty() && host.offers(other)) {
      plan.names.push_back(std::move(other));
    } else if (!wanted.optional) {
      plan.refused.push_back({std::move(name), "not offered by " + host.chip()});
    }
  }
  schedule(host, plan);
  for (const models::WantedCounter& wanted : group.counters) {
    if (!wanted.if_free || !host.offers(std::string(wanted.name))) continue;
    CounterPlan with = plan;
    with.names.emplace_back(wanted.name);
    schedule(host, with);
    if (with.schedule.passes == plan.schedule.passes && with.hardware_passes == plan.hardware_passes) {
      plan = std::move(with);
    }
  }
  return plan;
}

std::vector<std::string> tensor_counters(const HostProfiler& host) {
  std::vector<std::string> names;
  for (const std::string& base : host.base_counters()) {
    if (models::is_tensor_counter(base)) names.push_back(base + ".sum");
  }
  std::sort(names.begin(), names.end());
  return names;
}

CounterPlan plan_tensor(const HostProfiler& host, int first_pass) {
  CounterPlan plan;
  plan.first_pass = first_pass;
  plan.names = tensor_counters(host);
  if (std::string busy(models::kTensorBusy); host.offers(busy)) plan.names.push_back(std::move(busy));
  schedule(host, plan);
  return plan;
}

}  // namespace rooflens::collect::cupti

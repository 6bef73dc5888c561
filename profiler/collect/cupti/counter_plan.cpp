#include "profiler/collect/cupti/counter_plan.hpp"

#include <algorithm>
#include <utility>

namespace rooflens::collect::cupti {
namespace {

using Names = std::vector<std::string>;

void append(CounterPlan& plan, Names names, Schedule schedule, std::size_t first_sass, int first_pass) {
  const int pass = first_pass + plan.passes();
  plan.sections.push_back({std::move(names), std::move(schedule), first_sass, pass});
}

// Packs counters of one kind: all in one pass if they fit, otherwise greedily, in order.
void pack(const HostProfiler& host, const Names& names, bool sass, CounterPlan& plan, int first_pass) {
  const auto add = [&](Names members, Schedule schedule) {
    const std::size_t first_sass = sass ? 0 : members.size();
    append(plan, std::move(members), std::move(schedule), first_sass, first_pass);
  };
  if (names.empty()) return;
  if (Schedule all = host.schedule(names); all.passes == 1) return add(names, std::move(all));
  Names members;
  Schedule scheduled;
  for (const std::string& name : names) {
    members.push_back(name);
    Schedule with = host.schedule(members);
    if (with.passes > 1 && members.size() > 1) {
      members.pop_back();
      add(std::exchange(members, {name}), std::move(scheduled));
      with = host.schedule(members);
    }
    scheduled = std::move(with);
  }
  add(std::move(members), std::move(scheduled));
}

// One configuration of two passes saves a switch, and its passes are known: hardware first, SASS last.
CounterPlan pack_all(const HostProfiler& host, const Names& names, std::vector<models::Refusal> refused,
                     int first_pass) {
  CounterPlan plan;
  plan.refused = std::move(refused);
  Names both = names;
  const auto middle =
      std::stable_partition(both.begin(), both.end(), [](const auto& n) { return !is_sass_counter(n); });
  const Names hardware(both.begin(), middle);
  const Names sass(middle, both.end());
  if (!hardware.empty() && !sass.empty() && host.schedule(hardware).passes == 1 && host.schedule(sass).passes == 1) {
    if (Schedule schedule = host.schedule(both); schedule.passes == 2) {
      append(plan, std::move(both), std::move(schedule), hardware.size(), first_pass);
      return plan;
    }
  }
  pack(host, hardware, false, plan, first_pass);
  pack(host, sass, true, plan, first_pass);
  return plan;
}

}  // namespace

int Section::pass_of(std::size_t name) const {
  const int last = first_pass + static_cast<int>(schedule.passes) - 1;
  return is_sass(name) ? last : first_pass;
}

bool Section::is_sass_pass(std::size_t pass) const { return first_sass < names.size() && pass + 1 == schedule.passes; }

int CounterPlan::passes() const {
  std::size_t sum = 0;
  for (const Section& section : sections) sum += section.schedule.passes;
  return static_cast<int>(sum);
}

CounterPlan plan_group(const HostProfiler& host, const CounterGroup& group, bool sass) {
  Names names;
  std::vector<models::Refusal> refused;
  for (const WantedCounter& wanted : group.counters) {
    if (!sass && is_sass_counter(wanted.name)) continue;
    if (std::string name(wanted.name); host.offers(name)) {
      names.push_back(std::move(name));
    } else if (std::string other(wanted.alternative); !other.empty() && host.offers(other)) {
      names.push_back(std::move(other));
    } else if (!wanted.optional) {
      refused.push_back({std::move(name), "not offered by chip " + host.chip()});
    }
  }
  return pack_all(host, names, std::move(refused), 0);
}

CounterPlan plan_tensor(const HostProfiler& host, int first_pass) {
  Names names;
  for (const std::string& base : host.base_counters()) {
    if (is_tensor_counter(base)) names.push_back(base + ".sum");
  }
  std::sort(names.begin(), names.end());
  if (std::string busy(kTensorBusy); host.offers(busy)) names.push_back(std::move(busy));
  return pack_all(host, names, {}, first_pass);
}

}  // namespace rooflens::collect::cupti

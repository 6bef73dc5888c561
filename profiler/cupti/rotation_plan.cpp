#include "profiler/cupti/rotation_plan.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <utility>
#include <vector>

#include "models/base/edit_distance.hpp"
#include "models/place/operations.hpp"
#include "profiler/cupti/counter_plan.hpp"
#include "profiler/cupti/host_profiler.hpp"

namespace rooflens::collect::cupti {
namespace {

constexpr std::size_t kMost = 3;

// "; nearest: a, b, c", or empty when nothing is near. A name whose base exists lacks only its rollup, and is told so.
std::string nearest_hint(const HostProfiler& host, const std::string& name) {
  const std::string base = name.substr(0, name.find('.'));
  const std::vector<std::string> all = host.base_counters();
  if (std::find(all.begin(), all.end(), base) != all.end()) {
    return "; it has the base " + base + ": write " + base + ".sum, .avg, .min or .max";
  }
  std::vector<std::pair<std::size_t, std::string>> near;
  for (const std::string& known : all) near.emplace_back(models::edit_distance(base, known), known);
  const std::size_t count = std::min(kMost, near.size());
  std::partial_sort(near.begin(), near.begin() + static_cast<std::ptrdiff_t>(count), near.end());
  std::string text;
  for (std::size_t i = 0; i < count && near[i].first <= base.size() / 3; ++i) {
    text += (text.empty() ? "; nearest: " : ", ") + near[i].second + ".sum";
  }
  return text;
}

using Kind = RotationGroup::Kind;

// Formats in the order in which programs use them, so that a kernel that is launched seldom is likely to be understood.
// One-bit and four-bit integers are no floating-point operations, and no metric of ours.
constexpr std::array<std::string_view, 6> kFormats{"bf16", "fp16", "tf32", "fp8", "fp64", "int8"};
constexpr std::array<std::string_view, 2> kIgnoredFormats{"int1", "int4"};

std::size_t place_of(const std::string& counter) {
  const std::string_view format = std::string_view(counter).substr(models::kTensorPrefix.size());
  const auto it =
      std::find_if(kFormats.begin(), kFormats.end(), [&](std::string_view known) { return format.starts_with(known); });
  return static_cast<std::size_t>(it - kFormats.begin());
}

bool ignored(std::string_view counter) {
  return std::any_of(kIgnoredFormats.begin(), kIgnoredFormats.end(), [&](std::string_view format) {
    return counter.substr(models::kTensorPrefix.size()).starts_with(format);
  });
}

models::Refusal not_offered(const HostProfiler& host, const std::string& counter) {
  return {counter, "not offered by " + host.chip() + nearest_hint(host, counter)};
}

class Builder {
 public:
  Builder(const HostProfiler& host, bool sass) : host_(host), sass_(sass) {}

  [[nodiscard]] std::size_t passes(std::vector<std::string> counters, const std::string& also = {}) const {
    if (!also.empty()) counters.push_back(also);
    return host_.schedule(counters).passes;
  }

  void add(std::string id, Kind kind, std::vector<std::string> counters) {
    if (counters.empty()) return;
    RotationGroup group{std::move(id), kind, std::move(counters), next_pass_, 1};
    group.passes = static_cast<int>(passes(group.counters));
    next_pass_ += group.passes;
    plan.groups.push_back(std::move(group));
  }

  // The half instructions on the tensor pipe would cost the hardware group its anchor on some chips.
  void add_quick() {
    CounterPlan quick = plan_group(host_, models::quick_group(), sass_);
    plan.refused.insert(plan.refused.end(), quick.refused.begin(), quick.refused.end());
    std::vector<std::string> hardware;
    std::vector<std::string> sass;
    for (std::string& name : quick.names) {
      if (name == models::kHalfOnTensorPipe || name == models::kHardwareAnchor) continue;
      (models::is_sass_counter(name) ? sass : hardware).push_back(std::move(name));
    }
    if (const std::string anchor(models::kHardwareAnchor); host_.offers(anchor)) hardware.push_back(anchor);
    add("hardware", Kind::hardware, std::move(hardware));
    add("sass", Kind::sass, std::move(sass));
  }

  // With the instruction anchor, as many as one pass takes.
  void add_one_pass(const models::CounterGroup& wanted_group, Kind kind) {
    std::vector<std::string> group;
    if (const std::string anchor(models::kHardwareAnchor); host_.offers(anchor)) group.push_back(anchor);
    const std::size_t anchors = group.size();
    for (const models::WantedCounter& wanted : wanted_group.counters) {
      for (const std::string_view name : {wanted.name, wanted.alternative}) {
        const std::string text(name);
        if (wanted.if_free || text.empty() || !host_.offers(text)) continue;
        if (passes(group, text) == 1) group.push_back(text);
        break;
      }
    }
    if (group.size() > anchors) add(std::string(wanted_group.id), kind, std::move(group));
  }

  // Most formats take a whole pass. What shares one with the instruction anchor comes first, together with the counter
  // that tells matrix work from moved constants; the others carry L2 traffic as their anchor.
  void add_tensor() {
    std::vector<std::string> waiting = tensor_counters(host_);
    std::erase_if(waiting, ignored);
    if (waiting.empty()) return;
    std::sort(waiting.begin(), waiting.end(), [](const std::string& a, const std::string& b) {
      return std::pair(place_of(a), a) < std::pair(place_of(b), b);
    });
    std::vector<std::string> first;
    for (const std::string_view name : {models::kHardwareAnchor, models::kHalfOnTensorPipe, models::kTensorBusy}) {
      if (std::string text(name); host_.offers(text) && passes(first, text) == 1) first.push_back(std::move(text));
    }
    std::erase_if(waiting, [&](const std::string& name) {
      if (passes(first, name) != 1) return false;
      first.push_back(name);
      return true;
    });
    add("tensor", Kind::tensor, std::move(first));
    for (const std::string& name : waiting) {
      std::vector<std::string> group{name};
      const std::size_t alone = passes(group);
      for (const std::string_view anchor : {models::kHardwareAnchor, models::kTrafficAnchor}) {
        if (std::string text(anchor); host_.offers(text) && passes(group, text) == alone) {
          group.push_back(std::move(text));
          break;
        }
      }
      const auto format = name.substr(models::kTensorPrefix.size(), name.size() - models::kTensorPrefix.size() - 4);
      add("tensor " + format, Kind::tensor, std::move(group));
    }
  }

  void add_extra(const std::vector<std::string>& wanted) {
    std::vector<std::string> group;
    int number = 0;
    for (const std::string& name : wanted) {
      if (!host_.offers(name)) {
        plan.refused.push_back(not_offered(host_, name));
        continue;
      }
      if (!group.empty() && passes(group, name) > 1) add("extra " + std::to_string(++number), Kind::extra, group);
      if (!group.empty() && passes(group, name) > 1) group.clear();
      group.push_back(name);
    }
    add("extra " + std::to_string(++number), Kind::extra, group);
  }

  // Where it fits, the anchor is among them, which tells whether launches did the same work.
  void add_alone(const std::vector<std::string>& wanted) {
    std::vector<std::string> group;
    for (const std::string& name : wanted) {
      if (!host_.offers(name)) {
        plan.refused.push_back(not_offered(host_, name));
      } else if (passes(group, name) > 1) {
        plan.refused.push_back({name, group.empty() ? "takes more than one pass; --replay-mode rotate counts it"
                                                    : "takes another pass than the counters named before it; "
                                                      "--replay-mode rotate counts both"});
      } else {
        group.push_back(name);
      }
    }
    if (const std::string anchor(models::kHardwareAnchor); !group.empty() && host_.offers(anchor) &&
                                                           !std::count(group.begin(), group.end(), anchor) &&
                                                           passes(group, anchor) == 1) {
      group.push_back(anchor);
    }
    add("extra 1", Kind::extra, std::move(group));
  }

  // CUPTI exchanges configurations that have equally many passes: the first one says how many (13.0).
  [[nodiscard]] RotationPlan scheduled() {
    int most = 0;
    for (const RotationGroup& group : plan.groups) most = std::max(most, group.passes);
    const std::string least(models::kHardwareAnchor);  // one pass on every chip
    for (RotationGroup& group : plan.groups) {
      std::vector<std::vector<std::string>> passes{group.counters};
      group.names = group.counters;
      for (int pass = group.passes; pass < most; ++pass) passes.push_back({least});
      if (passes.size() > 1 && !std::ranges::count(group.names, least)) group.names.push_back(least);
      group.schedule = host_.schedule_groups(passes);
    }
    return std::move(plan);
  }

  RotationPlan plan;

 private:
  const HostProfiler& host_;
  bool sass_;
  int next_pass_ = 0;
};

}  // namespace

std::vector<CounterConfiguration> configurations_of(const RotationPlan& plan) {
  std::vector<CounterConfiguration> all;
  for (const RotationGroup& group : plan.groups) all.push_back({group.names, group.schedule});
  return all;
}

RotationPlan plan_rotation(const HostProfiler& host, bool sass, const std::vector<std::string>& extra) {
  Builder builder(host, sass);
  builder.add_quick();
  builder.add_one_pass(models::pipes_group(), Kind::pipes);
  builder.add_tensor();
  builder.add_one_pass(models::waits_group(), Kind::waits);
  builder.add_extra(extra);
  return builder.scheduled();
}

RotationPlan plan_one_group(const HostProfiler& host, const std::vector<std::string>& wanted) {
  Builder builder(host, false);
  builder.add_alone(wanted);
  if (builder.plan.groups.empty()) builder.add_quick();
  return builder.scheduled();
}

ReplayPlan plan_replay(const HostProfiler& host, bool sass, const std::vector<std::string>& formats,
                       const std::vector<std::string>& extra) {
  ReplayPlan plan;
  CounterPlan quick = plan_group(host, models::quick_group(), sass);
  plan.names = std::move(quick.names);
  plan.refused = std::move(quick.refused);
  const auto add = [&](const std::string& name) {
    if (host.offers(name) && std::find(plan.names.begin(), plan.names.end(), name) == plan.names.end()) {
      plan.names.push_back(name);
    }
  };
  add(std::string(models::kReplayDuration));
  for (const std::string& name : plan_group(host, models::pipes_group(), false).names) add(name);
  if (!formats.empty()) add(std::string(models::kTensorBusy));
  if (!formats.empty()) add(std::string(models::kTensorCycles));
  for (const std::string& name : formats) {
    add(name);
    plan.formats.push_back(name);
  }
  for (const std::string& name : extra) {
    if (host.offers(name)) {
      add(name);
    } else {
      plan.refused.push_back(not_offered(host, name));
    }
  }
  plan.schedule = host.schedule(plan.names);
  const int last = static_cast<int>(plan.schedule.passes) - 1;
  for (const std::string& name : plan.names) plan.passes.push_back(models::is_sass_counter(name) ? last : 0);
  return plan;
}

}  // namespace rooflens::collect::cupti

#include "profiler/assemble/counted_groups.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <numeric>

#include "models/counters/counter_group.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/place/operations.hpp"

namespace rooflens::collect {
namespace {

using spool::GroupRecord;
using spool::ObservationRecord;

constexpr std::size_t kMostDurations = 200;

bool only_patched(const GroupRecord& group) {
  return std::all_of(group.counters.begin(), group.counters.end(), models::is_sass_counter);
}

// The counter over the launches that gave a number for it; no samples: none did.
models::CounterValue mean(const Launches& launches, std::size_t place) {
  models::CounterValue value;
  value.samples = 0;
  for (const ObservationRecord* record : launches) {
    const double v = record->values[place];
    if (!std::isfinite(v)) continue;
    value.min = value.samples == 0 ? v : std::min(value.min, v);
    value.max = value.samples == 0 ? v : std::max(value.max, v);
    value.value += (v - value.value) / static_cast<double>(++value.samples);
  }
  value.value = std::clamp(value.value, value.min, value.max);
  return value;
}

}  // namespace

Groups counted_launches(const KernelEntry& kernel, const SpoolIndex& index, bool replayed) {
  Groups groups;
  for (const ObservationRecord& record : kernel.observations) {
    const GroupRecord& group = index.groups.at(record.group);
    if (group.replayed != replayed) continue;
    CountedGroup& counted = groups[group.id];
    counted.group = &group;
    counted.launches.push_back(&record);
  }
  for (auto& [id, counted] : groups) {
    if (only_patched(*counted.group)) continue;
    Launches alone;
    std::copy_if(counted.launches.begin(), counted.launches.end(), std::back_inserter(alone),
                 [](const ObservationRecord* record) { return !record->overlapped; });
    if (!alone.empty()) counted.launches = std::move(alone);
  }
  return groups;
}

bool has_counter(const GroupRecord& group, std::string_view counter) {
  return std::find(group.counters.begin(), group.counters.end(), counter) != group.counters.end();
}

double value_of(const GroupRecord& group, const ObservationRecord& record, std::string_view counter) {
  const auto it = std::find(group.counters.begin(), group.counters.end(), counter);
  return it == group.counters.end() ? std::nan("")
                                    : record.values[static_cast<std::size_t>(it - group.counters.begin())];
}

std::string_view anchor_of(const GroupRecord& group) {
  for (const std::string_view anchor : {models::kHardwareAnchor, models::kSassAnchor, models::kTrafficAnchor}) {
    if (has_counter(group, anchor)) return anchor;
  }
  return {};
}

std::string_view counterpart(std::string_view anchor, const GroupRecord& reference) {
  if (anchor.empty()) return {};
  if (anchor == models::kTrafficAnchor) return has_counter(reference, anchor) ? anchor : std::string_view();
  for (const std::string_view instructions : {models::kHardwareAnchor, models::kSassAnchor}) {
    if (has_counter(reference, instructions)) return instructions;
  }
  return {};
}

std::vector<double> values_of(const CountedGroup& counted, std::string_view counter) {
  std::vector<double> values;
  for (const ObservationRecord* record : counted.launches) values.push_back(value_of(*counted.group, *record, counter));
  return values;
}

void Draft::take(const GroupRecord& group, const Launches& taken) {
  for (std::size_t k = 0; k < group.counters.size(); ++k) take_counter(group, taken, k);
  note(group, taken);
}

void Draft::take_pipe(const GroupRecord& group, const Launches& taken) {
  for (std::size_t k = 0; k < group.counters.size(); ++k) {
    const std::string& name = group.counters[k];
    if (name == models::kHalfOnTensorPipe || models::is_tensor_counter(name)) take_counter(group, taken, k);
  }
  note(group, taken);
}

void Draft::take_counter(const GroupRecord& group, const Launches& taken, std::size_t place) {
  const std::string& name = group.counters[place];
  if (observation.counters.find(name)) return;
  models::CounterValue value = mean(taken, place);
  if (value.samples == 0) return refuse(name, "CUPTI gave no number for this kernel");
  value.pass = place < group.passes.size() ? group.passes[place] : 0;
  value.source = models::is_sass_counter(name) ? models::CounterSource::sass : models::CounterSource::hardware;
  observation.counters.set(name, value);
}

void Draft::note(const GroupRecord& group, const Launches& taken) {
  for (const ObservationRecord* record : taken) {
    launches.emplace(record->kernel, record->launch);
    overlapped |= record->overlapped && !only_patched(group);
  }
}

void Draft::refuse(const std::string& counter, const std::string& reason) {
  const bool known = std::any_of(observation.refused.begin(), observation.refused.end(),
                                 [&](const models::Refusal& refusal) { return refusal.counter == counter; });
  if (!known && !observation.counters.find(counter)) observation.refused.push_back({counter, reason});
}

void Draft::refuse_group(const GroupRecord& group, const std::string& reason) {
  for (const std::string& counter : group.counters) refuse(counter, reason);
}

void Draft::finish(const SpoolIndex& index) {
  for (const auto& [number, group] : index.groups) {
    for (const models::Refusal& refusal : group.refused) refuse(refusal.counter, refusal.reason);
  }
  // A group that came later may have what an earlier one had no number for.
  std::erase_if(observation.refused, [&](const models::Refusal& r) { return observation.counters.find(r.counter); });
  observation.launches_counted = launches.size();
  observation.launches_made = std::max<std::uint64_t>(observation.launches_made, launches.size());
  if (overlapped) {
    observation.remarks.push_back(
        "other threads launched work while this kernel was counted: hardware counters may hold both");
  }
}

Draft uncounted(const KernelEntry& kernel, const std::string& name) {
  Draft draft;
  models::Observation& o = draft.observation;
  o.name = name;
  const bool graph = kernel.record().form == spool::LaunchForm::graph;
  o.scope = graph ? models::Scope::range : models::Scope::launch;
  o.cache = models::CachePolicy::uncontrolled;
  if (!graph) o.launches = {kernel.record().launch};
  o.launches_made = kernel.times.launches;
  o.durations = durations_of(kernel.times.samples_ns, kernel.times.stands_for);
  o.timed_launches = kernel.times.timed;
  if (kernel.times.timed > 0) o.total_time = models::Seconds(kernel.times.total_ns * 1e-9);
  if (graph) o.remarks.push_back("a graph launch as a whole; its time is that of its kernels, added up");
  return draft;
}

void take_extremes(const Groups& groups, const ObservedTimes& times, models::Observation& observation) {
  if (times.samples_ns.empty()) return;
  Draft all;
  for (const auto& [id, counted] : groups) all.take(*counted.group, counted.launches);
  observation.largest = models::largest(all.observation.counters);
  observation.shortest = models::Seconds(*std::min_element(times.samples_ns.begin(), times.samples_ns.end()) * 1e-9);
}

std::vector<models::Seconds> durations_of(std::span<const double> samples_ns, std::span<const double> stands_for) {
  std::vector<models::Seconds> durations;
  if (samples_ns.size() <= kMostDurations) {
    for (const double sample : samples_ns) durations.emplace_back(sample * 1e-9);
    return durations;
  }
  const double all = std::accumulate(stands_for.begin(), stands_for.end(), 0.0);
  double passed = stands_for.front();
  std::size_t at = 0;
  for (std::size_t i = 0; i < kMostDurations; ++i) {
    const double wanted = all * static_cast<double>(i) / static_cast<double>(kMostDurations);
    while (passed <= wanted && at + 1 < samples_ns.size()) passed += stands_for[++at];
    durations.emplace_back(samples_ns[at] * 1e-9);
  }
  return durations;
}

}  // namespace rooflens::collect

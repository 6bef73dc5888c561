#include "profiler/collect/counted_groups.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "profiler/collect/counter_group.hpp"

namespace rooflens::collect {
namespace {

using spool::GroupRecord;
using spool::ObservationRecord;

constexpr std::size_t kMostDurations = 200;

}  // namespace

double value_of(const GroupRecord& group, const ObservationRecord& record, std::string_view counter) {
  const auto it = std::find(group.counters.begin(), group.counters.end(), counter);
  return it == group.counters.end() ? std::nan("")
                                    : record.values[static_cast<std::size_t>(it - group.counters.begin())];
}

Groups by_group(const KernelEntry& kernel, const SpoolIndex& index, bool replayed) {
  Groups groups;
  for (const ObservationRecord* record : kernel.observations) {
    const GroupRecord* group = index.groups.at(record->group);
    if (group->replayed != replayed) continue;
    Counted& counted = groups[group->id];
    counted.group = group;
    counted.launches.push_back(record);
  }
  // Work of another thread fell into the window: only patched code still counts this kernel alone.
  for (auto& [id, counted] : groups) {
    std::vector<const ObservationRecord*> alone;
    std::copy_if(counted.launches.begin(), counted.launches.end(), std::back_inserter(alone),
                 [](const ObservationRecord* record) { return !record->overlapped; });
    if (!alone.empty()) counted.launches = std::move(alone);
  }
  return groups;
}

void store(const Counted& counted, const std::vector<const ObservationRecord*>& launches, models::Observation& o) {
  const GroupRecord& group = *counted.group;
  for (std::size_t k = 0; k < group.counters.size(); ++k) {
    const std::string& name = group.counters[k];
    if (o.counters.find(name)) continue;  // an anchor that an earlier group has already
    models::CounterValue value;
    std::uint64_t samples = 0;
    for (const ObservationRecord* record : launches) {
      const double v = record->values[k];
      if (!std::isfinite(v)) continue;
      value.min = samples == 0 ? v : std::min(value.min, v);
      value.max = samples == 0 ? v : std::max(value.max, v);
      value.value += (v - value.value) / static_cast<double>(++samples);
    }
    if (samples == 0) {
      o.refused.push_back({name, "CUPTI gave no number for this kernel"});
      continue;
    }
    value.value = std::clamp(value.value, value.min, value.max);
    value.samples = samples;
    value.pass = k < group.passes.size() ? group.passes[k] : 0;
    value.source = is_sass_counter(name) ? models::CounterSource::sass : models::CounterSource::hardware;
    o.counters.set(name, value);
  }
}

void refuse(const GroupRecord& group, const std::string& reason, models::Observation& o) {
  for (const std::string& counter : group.counters) {
    if (!o.counters.find(counter)) o.refused.push_back({counter, reason});
  }
}

void pass_on_refusals(const SpoolIndex& index, models::Observation& o) {
  std::set<std::string> seen;
  for (const auto& [number, group] : index.groups) {
    for (const models::Refusal& refusal : group->refused) {
      if (seen.insert(refusal.counter).second) o.refused.push_back(refusal);
    }
  }
}

// Evenly chosen, so that the same spool gives the same durations.
std::vector<models::Seconds> durations_of(const std::vector<double>& samples_ns) {
  std::vector<models::Seconds> durations;
  const std::size_t count = std::min(samples_ns.size(), kMostDurations);
  for (std::size_t i = 0; i < count; ++i) {
    durations.emplace_back(samples_ns[i * samples_ns.size() / count] * 1e-9);
  }
  return durations;
}

models::Observation without_counters(const KernelEntry& kernel, const std::string& name) {
  models::Observation o;
  o.name = name;
  const bool graph = kernel.record.form == spool::LaunchForm::graph;
  o.scope = graph ? models::Scope::range : models::Scope::launch;
  o.cache = models::CachePolicy::uncontrolled;
  if (!graph) o.launches = {kernel.record.launch};
  o.launches_made = kernel.times.launches;
  o.durations = durations_of(kernel.times.samples_ns);
  o.timed_launches = kernel.times.timed;
  if (kernel.times.timed > 0) o.total_time = models::Seconds(kernel.times.total_ns * 1e-9);
  if (graph) o.remarks.push_back("a graph launch as a whole; its time is that of its kernels, added up");
  return o;
}

void note_counted(const Groups& groups, models::Observation& o) {
  std::set<std::uint64_t> launches;
  bool overlapped = false;
  for (const auto& [id, counted] : groups) {
    for (const ObservationRecord* record : counted.launches) {
      launches.insert(record->launch);
      overlapped |= record->overlapped;
    }
  }
  o.launches_observed = launches.size();
  o.launches_made = std::max<std::uint64_t>(o.launches_made, launches.size());
  if (overlapped) {
    o.remarks.push_back("other threads launched work while this kernel was counted: hardware counters may hold both");
  }
}

}  // namespace rooflens::collect

#include "profiler/collect/kernel_observations.hpp"

#include <algorithm>
#include <utility>

#include "profiler/collect/spread_observations.hpp"

namespace rooflens::collect {
namespace {

models::Observation replayed(const KernelEntry& kernel, const SpoolIndex& index, const Groups& groups,
                             const std::string& name) {
  models::Observation o = without_counters(kernel, name);
  o.replay = models::Replay::kernel;
  // The fuller set of counters, where a kernel was repeated for both.
  const Counted* chosen = nullptr;
  for (const auto& [id, counted] : groups) {
    if (!chosen || counted.group->counters.size() > chosen->group->counters.size()) chosen = &counted;
  }
  store(*chosen, chosen->launches, o);
  note_counted(groups, o);
  if (o.durations.empty()) {
    std::vector<double> samples;
    for (const auto& [id, counted] : groups) {
      for (const spool::ObservationRecord* record : counted.launches) {
        if (record->duration_ns > 0) samples.push_back(record->duration_ns);
      }
    }
    o.durations = durations_of(samples);
    if (!samples.empty()) o.remarks.push_back("timed in the first pass of the replay, no launch was left alone");
  }
  pass_on_refusals(index, o);
  return o;
}

bool covers(const Groups& spread, const Groups& replay) {
  if (!spread.contains("hardware") || !spread.contains("sass")) return false;
  const bool tensor = replay.contains("kernel replay, tensor");
  return !tensor || std::any_of(spread.begin(), spread.end(),
                                [](const auto& entry) { return entry.first.starts_with("tensor "); });
}

}  // namespace

std::vector<models::Observation> kernel_observations(const KernelEntry& kernel, const SpoolIndex& index,
                                                     const std::string& name) {
  const Groups replay = by_group(kernel, index, true);
  Groups spread = by_group(kernel, index, false);
  if (!replay.empty() && !covers(spread, replay)) return {replayed(kernel, index, replay, name)};
  if (spread.empty()) return {without_counters(kernel, name)};
  return spread_observations(kernel, index, std::move(spread), name);
}

}  // namespace rooflens::collect

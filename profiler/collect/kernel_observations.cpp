#include "profiler/collect/kernel_observations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <utility>

#include "profiler/collect/cluster.hpp"
#include "profiler/collect/counter_group.hpp"

namespace rooflens::collect {
namespace {

using spool::GroupRecord;
using spool::ObservationRecord;

constexpr std::size_t kMostDurations = 200;
constexpr std::string_view kHardwareGroup = "hardware";

struct Counted {
  const GroupRecord* group;
  std::vector<const ObservationRecord*> launches;
};
using Groups = std::map<std::string, Counted>;

double value_of(const GroupRecord& group, const ObservationRecord& record, std::string_view counter) {
  const auto it = std::find(group.counters.begin(), group.counters.end(), counter);
  return it == group.counters.end() ? std::nan("")
                                    : record.values[static_cast<std::size_t>(it - group.counters.begin())];
}

// The counter by which launches of the group can be compared with those of the hardware group; empty: there is none.
std::string_view anchor_of(const GroupRecord& group) {
  for (const std::string_view anchor : {kHardwareAnchor, kSassAnchor, kTrafficAnchor}) {
    if (std::find(group.counters.begin(), group.counters.end(), anchor) != group.counters.end()) return anchor;
  }
  return {};
}

// What the same work would show in the hardware group.
std::string_view counterpart(std::string_view anchor) {
  return anchor == kTrafficAnchor ? kTrafficAnchor : kHardwareAnchor;
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

std::vector<double> anchors(const Counted& counted, std::string_view anchor) {
  std::vector<double> values;
  for (const ObservationRecord* record : counted.launches) values.push_back(value_of(*counted.group, *record, anchor));
  return values;
}

double mean(const std::vector<double>& values) {
  return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
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

models::Observation basic(const KernelEntry& kernel, const std::string& name) {
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

models::Observation replayed(const KernelEntry& kernel, const SpoolIndex& index, const Groups& groups,
                             const std::string& name) {
  models::Observation o = basic(kernel, name);
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
      for (const ObservationRecord* record : counted.launches) {
        if (record->duration_ns > 0) samples.push_back(record->duration_ns);
      }
    }
    o.durations = durations_of(samples);
    if (!samples.empty()) o.remarks.push_back("timed in the first pass of the replay, no launch was left alone");
  }
  pass_on_refusals(index, o);
  return o;
}

// What groups never had a launch of this kernel, and why.
void refuse_missing(const KernelEntry& kernel, const SpoolIndex& index, const Groups& groups, models::Observation& o) {
  for (const auto& [number, group] : index.groups) {
    if (group->replayed || groups.contains(group->id)) continue;
    const bool tensor = group->id.starts_with("tensor");
    const auto activity = o.counters.value("sm__inst_executed_pipe_tensor.sum");
    if (tensor && activity && *activity == 0) continue;  // there is nothing that could be missing
    const bool graph = kernel.record.form == spool::LaunchForm::graph;
    refuse(*group,
           graph && group->id == "sass"
               ? "CUPTI cannot patch the kernels of a graph"
               : fmt::format("the kernel was launched {} times, too seldom for every group to have its turn; "
                             "--replay kernel counts each launch completely",
                             kernel.times.launches),
           o);
  }
}

// Durations of the several amounts of work, smallest first; empty when they cannot be told apart.
std::vector<std::vector<double>> split_durations(std::vector<double> samples, std::size_t parts) {
  std::sort(samples.begin(), samples.end());
  const std::vector<Cluster> clusters = cluster(samples, 0.25);
  if (clusters.size() != parts) return {};
  std::vector<std::vector<double>> split;
  for (const Cluster& c : clusters) {
    std::vector<double>& part = split.emplace_back();
    for (const std::size_t i : c.members) part.push_back(samples[i]);
  }
  return split;
}

class Spread {
 public:
  Spread(const KernelEntry& kernel, const SpoolIndex& index, Groups groups, std::string name)
      : kernel_(kernel), index_(index), groups_(std::move(groups)), name_(std::move(name)) {
    const auto it = groups_.find(std::string(kHardwareGroup));
    hardware_ = it == groups_.end() ? nullptr : &it->second;
    if (hardware_) clusters_ = cluster(anchors(*hardware_, kHardwareAnchor), kAlikeWithin);
  }

  [[nodiscard]] std::vector<models::Observation> observations() const {
    if (!hardware_ || clusters_.size() <= 1) return {whole()};
    if (clusters_.size() * 2 > hardware_->launches.size()) return {varying()};
    return split();
  }

 private:
  // Every launch did the same work, as far as anything shows.
  [[nodiscard]] models::Observation whole() const {
    models::Observation o = basic(kernel_, name_);
    o.replay = models::Replay::spread;
    if (hardware_) store(*hardware_, hardware_->launches, o);
    for (const auto& [id, counted] : groups_) {
      if (&counted == hardware_) continue;
      add_alike(counted, hardware_ ? hardware_->launches : counted.launches, o);
    }
    finish(o);
    return o;
  }

  // A group's counters, if its launches did the work of `reference`.
  void add_alike(const Counted& counted, const std::vector<const ObservationRecord*>& reference,
                 models::Observation& o) const {
    const std::string_view anchor = anchor_of(*counted.group);
    if (!hardware_ || anchor.empty()) return store(counted, counted.launches, o);
    std::vector<double> wanted;
    for (const ObservationRecord* record : reference) {
      wanted.push_back(value_of(*hardware_->group, *record, counterpart(anchor)));
    }
    const double expected = mean(wanted);
    std::vector<const ObservationRecord*> alike;
    for (const ObservationRecord* record : counted.launches) {
      const double found = value_of(*counted.group, *record, anchor);
      if (std::abs(found - expected) <= kAlikeBetween * expected) alike.push_back(record);
    }
    if (!alike.empty()) {
      const double found = value_of(*counted.group, *alike.front(), anchor);
      if (counted.group->id == "sass" && std::abs(found - expected) > kAlikeWithin * expected) {
        o.remarks.push_back(
            fmt::format("patched launches executed {:+.0f} % warp instructions: the kernel polls, so its "
                        "instruction counts follow its speed",
                        100 * (found - expected) / expected));
      }
      return store(counted, alike, o);
    }
    refuse(
        *counted.group,
        fmt::format("launches of this kernel differ, and those counted in the group {} ({} of {:.4g}) are not those "
                    "of the group hardware ({:.4g})",
                    counted.group->id, anchor, value_of(*counted.group, *counted.launches.front(), anchor), expected),
        o);
  }

  // The work changes from launch to launch: what one pass saw says nothing of what another saw.
  [[nodiscard]] models::Observation varying() const {
    models::Observation o = basic(kernel_, name_);
    o.replay = models::Replay::spread;
    store(*hardware_, hardware_->launches, o);
    const std::string reason = fmt::format(
        "the work of this kernel changes from launch to launch ({:.4g} to {:.4g} warp instructions): counters of "
        "different passes belong to different work; --replay kernel counts each launch completely",
        clusters_.front().centre, clusters_.back().centre);
    for (const auto& [id, counted] : groups_) {
      if (&counted != hardware_) refuse(*counted.group, reason, o);
    }
    o.remarks.push_back("its work changes from launch to launch: values are means over the launches that were counted");
    finish(o);
    return o;
  }

  [[nodiscard]] std::vector<models::Observation> split() const {
    std::vector<models::Observation> result;
    const auto durations = split_durations(kernel_.times.samples_ns, clusters_.size());
    const auto counted = static_cast<double>(hardware_->launches.size());
    std::uint64_t left = kernel_.times.launches;
    for (std::size_t c = 0; c < clusters_.size(); ++c) {
      models::Observation o = basic(kernel_, fmt::format("{} [work {} of {}]", name_, c + 1, clusters_.size()));
      o.replay = models::Replay::spread;
      std::vector<const ObservationRecord*> members;
      for (const std::size_t i : clusters_[c].members) members.push_back(hardware_->launches[i]);
      store(*hardware_, members, o);
      for (const auto& [id, group] : groups_) {
        if (&group != hardware_) add_alike(group, members, o);
      }
      const double share = static_cast<double>(members.size()) / counted;
      const auto made = static_cast<std::uint64_t>(std::llround(share * static_cast<double>(kernel_.times.launches)));
      o.launches_made = c + 1 == clusters_.size() ? left : std::min(left, made);
      left -= o.launches_made;
      o.durations = durations.empty() ? std::vector<models::Seconds>{} : durations_of(durations[c]);
      o.total_time.reset();
      o.timed_launches = 0;
      o.remarks.push_back(fmt::format(
          "launches of this kernel do {} amounts of work at one geometry; that {:.0f} % of them do this one is an "
          "estimate from {} launches{}",
          clusters_.size(), 100 * share, hardware_->launches.size(),
          durations.empty() ? "; which of the durations are theirs cannot be told" : ""));
      finish(o);
      result.push_back(std::move(o));
    }
    return result;
  }

  void finish(models::Observation& o) const {
    refuse_missing(kernel_, index_, groups_, o);
    pass_on_refusals(index_, o);
    note_counted(groups_, o);
  }

  const KernelEntry& kernel_;
  const SpoolIndex& index_;
  Groups groups_;
  std::string name_;
  const Counted* hardware_ = nullptr;
  std::vector<Cluster> clusters_;
};

bool covers(const Groups& spread, const Groups& replay) {
  if (!spread.contains(std::string(kHardwareGroup)) || !spread.contains("sass")) return false;
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
  if (spread.empty()) return {basic(kernel, name)};
  return Spread(kernel, index, std::move(spread), name).observations();
}

}  // namespace rooflens::collect

#include "profiler/collect/spread_observations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "profiler/collect/cluster.hpp"
#include "profiler/collect/counter_group.hpp"

namespace rooflens::collect {
namespace {

using spool::GroupRecord;
using spool::ObservationRecord;

constexpr std::string_view kHardwareGroup = "hardware";

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

std::vector<double> anchors(const Counted& counted, std::string_view anchor) {
  std::vector<double> values;
  for (const ObservationRecord* record : counted.launches) values.push_back(value_of(*counted.group, *record, anchor));
  return values;
}

double mean(const std::vector<double>& values) {
  return values.empty() ? 0 : std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
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
    models::Observation o = without_counters(kernel_, name_);
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
    models::Observation o = without_counters(kernel_, name_);
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
      models::Observation o =
          without_counters(kernel_, fmt::format("{} [work {} of {}]", name_, c + 1, clusters_.size()));
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

}  // namespace

std::vector<models::Observation> spread_observations(const KernelEntry& kernel, const SpoolIndex& index, Groups groups,
                                                     const std::string& name) {
  return Spread(kernel, index, std::move(groups), name).observations();
}

}  // namespace rooflens::collect

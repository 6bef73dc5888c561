#include "profiler/assemble/rotated_observations.hpp"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>
#include <utility>

#include "models/counters/counter_group.hpp"
#include "models/place/operations.hpp"
#include "models/record/uncounted.hpp"
#include "profiler/assemble/amounts_of_work.hpp"
#include "profiler/assemble/split_durations.hpp"

namespace rooflens::collect {
namespace {

using spool::ObservationRecord;

std::string in_words(std::string_view anchor, double value) {
  return fmt::format("{:.6g} {}", value, anchor == models::kTrafficAnchor ? "bytes through L2" : "warp instructions");
}

class Spread {
 public:
  Spread(const KernelEntry& kernel, const SpoolIndex& index, const Groups& groups, const CountedGroup& replayed,
         const std::string& name)
      : kernel_(kernel),
        index_(index),
        groups_(groups),
        replayed_(replayed),
        name_(name),
        reference_(choose_reference(groups)) {
    anchor_ = anchor_of(*reference_.group);
    const auto sass = groups.find(std::string(kSassGroup));
    const CountedGroup* instrumented = sass == groups.end() || &sass->second == &reference_ ? nullptr : &sass->second;
    amounts_ = amounts_of_work(reference_, instrumented, kernel.times);
  }

  [[nodiscard]] RotatedResult result() {
    if (amounts_.works.size() <= 1) {
      models::Observation one = whole();
      if (!agreed_) take_extremes(groups_, kernel_.times, one);
      return {{std::move(one)}, agreed_};
    }
    std::vector<models::Observation> works = amounts_.varies() ? std::vector{varying()} : split();
    for (models::Observation& work : works) take_extremes(groups_, kernel_.times, work);
    return {std::move(works), agreed_};
  }

 private:
  // The group that the others are compared with.
  static const CountedGroup& choose_reference(const Groups& groups) {
    for (const std::string_view id : {kHardwareGroup, kSassGroup}) {
      if (const auto it = groups.find(std::string(id)); it != groups.end()) return it->second;
    }
    return groups.begin()->second;
  }

  [[nodiscard]] std::vector<const CountedGroup*> others() const {
    std::vector<const CountedGroup*> result;
    for (const auto& [id, counted] : groups_) {
      if (&counted != &reference_) result.push_back(&counted);
    }
    return result;
  }

  [[nodiscard]] Draft begin(const std::string& name) const {
    Draft draft = uncounted(kernel_, name);
    draft.observation.replay = models::Replay::rotate;
    if (amounts_.polls) {
      draft.observation.remarks.push_back(
          "launches that write as much and take as long execute different numbers of instructions, as those of a "
          "kernel that polls do: they are taken for the same work");
    }
    const std::size_t cold = amounts_.cold_start ? 1 : 0;
    if (cold > 0) {
      draft.observation.remarks.push_back(
          fmt::format("the first launch counted in group {} moved more than {} times as many bytes through DRAM as "
                      "each later one: it "
                      "probably met cold caches, and is left out",
                      reference_.group->id, models::kColdStart));
    }
    if (amounts_.launches.size() + cold < reference_.launches.size()) {
      draft.observation.remarks.push_back(fmt::format(
          "{} of {} launches counted in group {} executed other numbers of instructions but wrote as much, and all "
          "that "
          "were counted with SASS counters executed the same: they probably polled for another time, and are left out",
          reference_.launches.size() - amounts_.launches.size() - cold, reference_.launches.size(),
          reference_.group->id));
    }
    return draft;
  }

  // Every launch of the reference did the same work, as far as anything shows.
  models::Observation whole() {
    Draft draft = begin(name_);
    draft.take(*reference_.group, amounts_.launches);
    for (const CountedGroup* counted : others()) {
      const std::string_view anchor = anchor_of(*counted->group);
      const std::string_view same = counterpart(anchor, *reference_.group);
      if (same.empty()) {
        draft.take(*counted->group, counted->launches);
      } else {
        take_alike(*counted, anchor, mean_of(amounts_.launches, same), draft);
      }
    }
    ask_replay(draft);
    return finished(std::move(draft));
  }

  // PassRotation leave open what the tensor pipe did where a replay had told it before.
  void ask_replay(Draft& draft) const {
    if (replayed_.launches.empty()) return;
    if (models::matrix_work(draft.observation.counters) != models::MatrixWork::possible) return;
    const std::string_view anchor = anchor_of(*replayed_.group);
    const double expected = mean_of(amounts_.launches, counterpart(anchor, *reference_.group));
    for (const double value : values_of(replayed_, anchor)) {
      if (!alike(value, expected, kAlikeWithin)) return;
    }
    draft.take_pipe(*replayed_.group, replayed_.launches);
    draft.observation.remarks.push_back(
        "what the tensor pipe did is known from a launch that was repeated for every pass");
  }

  // Launches of a group that did the expected work; its counters are refused when there are none.
  void take_alike(const CountedGroup& counted, std::string_view anchor, double expected, Draft& draft) {
    Launches same;
    double found = 0;
    double other = 0;
    for (const ObservationRecord* record : counted.launches) {
      const double value = value_of(*counted.group, *record, anchor);
      const bool fits = alike(value, expected, kAlikeBetween);
      if (fits) same.push_back(record);
      (fits ? found : other) = value;
    }
    if (same.empty()) return mismatch(counted, anchor, other, expected, draft);
    std::vector<std::string>& remarks = draft.observation.remarks;
    if (same.size() < counted.launches.size()) {
      remarks.push_back(fmt::format(
          "{} of {} launches counted in group {} did other work ({}), which group {} never saw: they are left out",
          counted.launches.size() - same.size(), counted.launches.size(), counted.group->id, in_words(anchor, other),
          reference_.group->id));
    }
    if (anchor == models::kSassAnchor && std::abs(found - expected) > kAlikeWithin * expected) {
      remarks.push_back(fmt::format(
          "instrumented launches executed {:+.0f} % warp instructions: the kernel may poll, so that these follow its "
          "speed, or these launches do a little other work",
          100 * (found - expected) / expected));
    }
    draft.take(*counted.group, same);
  }

  // The work changes from launch to launch: what one pass saw says nothing of what another saw.
  models::Observation varying() {
    agreed_ = false;
    Draft draft = begin(name_);
    draft.take(*reference_.group, reference_.launches);
    const std::string reason = fmt::format(
        "the work of this kernel changes from launch to launch: other data or arguments, or it waits ({:.6g} to "
        "{}): counters of different passes belong to different work; --replay-mode kernel counts each launch "
        "completely",
        amounts_.works.front().centre, in_words(anchor_, amounts_.works.back().centre));
    for (const CountedGroup* counted : others()) draft.refuse_group(*counted->group, reason);
    draft.observation.remarks.push_back(
        "its work changes from launch to launch: values are means over the launches that were counted");
    return finished(std::move(draft));
  }

  // A few amounts of work, each an observation. A launch of another group belongs to the one work that its anchor fits.
  std::vector<models::Observation> split() {
    std::size_t counted = 0;
    for (const Cluster& work : amounts_.works) counted += work.members.size();
    const SplitDurations durations = split_durations(kernel_.times, amounts_.works.size());
    SplitDurations::Work all;
    for (const SplitDurations::Work& work : durations.works) {
      all.launches += work.launches;
      all.time_ns += work.time_ns;
    }
    std::uint64_t left = kernel_.times.launches;
    std::uint64_t timed_left = kernel_.times.timed;
    std::vector<models::Observation> result;
    for (std::size_t c = 0; c < amounts_.works.size(); ++c) {
      Draft draft = begin(fmt::format("{} [work {} of {}]", name_, c + 1, amounts_.works.size()));
      models::Observation& o = draft.observation;
      Launches members;
      for (const std::size_t i : amounts_.works[c].members) members.push_back(reference_.launches[i]);
      const bool last = c + 1 == amounts_.works.size();
      const double counted_share = static_cast<double>(members.size()) / static_cast<double>(counted);
      const double share = durations.apart ? durations.works[c].launches / all.launches : counted_share;
      const double time_share = durations.apart ? durations.works[c].time_ns / all.time_ns : counted_share;
      const auto take_share = [&](std::uint64_t whole, std::uint64_t& rest) {
        const auto mine = static_cast<std::uint64_t>(std::llround(share * static_cast<double>(whole)));
        const std::uint64_t taken = last ? rest : std::min(rest, mine);
        rest -= taken;
        return taken;
      };
      o.launches_made = take_share(kernel_.times.launches, left);
      o.timed_launches = take_share(kernel_.times.timed, timed_left);
      const SplitDurations::Work work = durations.works.empty() ? SplitDurations::Work{} : durations.works[c];
      o.durations = durations_of(work.samples_ns, work.stands_for);
      o.total_time.reset();
      if (o.timed_launches > 0) o.total_time = models::Seconds(time_share * kernel_.times.total_ns * 1e-9);
      o.remarks.push_back(fmt::format(
          "launches of this kernel do {} amounts of work at one geometry; that {:.0f} % of them do this one ({}) is an "
          "estimate from {}; {}",
          amounts_.works.size(), 100 * share, in_words(anchor_, amounts_.works[c].centre),
          durations.apart ? std::string("their durations") : fmt::format("{} that were counted", counted),
          durations.apart           ? "the shorter ones are taken for those of the smaller work"
          : durations.works.empty() ? "which of the durations are theirs cannot be told"
                                    : "they take alike, so their durations are those of all of them"));
      draft.take(*reference_.group, members);
      for (const CountedGroup* other : others()) take_work(*other, c, draft);
      result.push_back(finished(std::move(draft)));
    }
    return result;
  }

  void take_work(const CountedGroup& counted, std::size_t work, Draft& draft) {
    const std::string_view anchor = anchor_of(*counted.group);
    const std::string_view same = counterpart(anchor, *reference_.group);
    if (same.empty()) {
      agreed_ = false;
      return draft.refuse_group(
          *counted.group,
          fmt::format("launches of this kernel do {} amounts of work, and nothing tells which of them the launches "
                      "counted in group {} did",
                      amounts_.works.size(), counted.group->id));
    }
    std::vector<double> expected;
    for (const Cluster& other : amounts_.works) {
      Launches launches;
      for (const std::size_t i : other.members) launches.push_back(reference_.launches[i]);
      expected.push_back(mean_of(launches, same));
    }
    Launches mine;
    for (const ObservationRecord* record : counted.launches) {
      if (work_of(value_of(*counted.group, *record, anchor), expected) == work) mine.push_back(record);
    }
    if (mine.empty()) {
      return mismatch(counted, anchor, value_of(*counted.group, *counted.launches.front(), anchor), expected[work],
                      draft);
    }
    draft.take(*counted.group, mine);
  }

  // The only work that the anchor fits, closely or else as nearly as patched code comes to it.
  static std::optional<std::size_t> work_of(double anchor, const std::vector<double>& expected) {
    for (const double tolerance : {kAlikeWithin, kAlikeBetween}) {
      const auto fits = [&](double e) { return alike(anchor, e, tolerance); };
      if (std::count_if(expected.begin(), expected.end(), fits) != 1) continue;
      return static_cast<std::size_t>(std::find_if(expected.begin(), expected.end(), fits) - expected.begin());
    }
    return std::nullopt;
  }

  void mismatch(const CountedGroup& counted, std::string_view anchor, double found, double expected, Draft& draft) {
    agreed_ = false;
    draft.refuse_group(
        *counted.group,
        fmt::format("launches of this kernel differ, and the launches counted in group {} ({}) are not "
                    "those of group {} ({})",
                    counted.group->id, in_words(anchor, found), reference_.group->id, in_words(anchor, expected)));
  }

  [[nodiscard]] double mean_of(const Launches& launches, std::string_view counter) const {
    double sum = 0, number = 0;
    for (const ObservationRecord* record : launches) {
      const double v = value_of(*reference_.group, *record, counter);
      if (std::isfinite(v)) sum += v, ++number;
    }
    return sum / number;  // no number where there is none
  }

  [[nodiscard]] models::Observation finished(Draft draft) const {
    refuse_missing(draft);
    draft.finish(index_);
    return std::move(draft.observation);
  }

  // Its tensor pipe did nothing, or moved constants alone: there is nothing to miss.
  [[nodiscard]] static bool no_matrix_work(const models::CounterSet& counters) {
    const auto activity = counters.value(models::kTensorActivity);
    return activity && *activity <= counters.value(models::kHalfOnTensorPipe).value_or(0);
  }

  // What groups never had a launch of this kernel, and why.
  void refuse_missing(Draft& draft) const {
    const bool graph = kernel_.record().form == spool::LaunchForm::graph;
    for (const auto& [number, group] : index_.groups) {
      if (group.replayed || groups_.contains(group.id)) continue;
      if (group.id.starts_with("tensor") && no_matrix_work(draft.observation.counters)) continue;
      if (group.id == models::waits_group().id) continue;  // asked last, and nothing else depends on them
      draft.refuse_group(
          group, graph && group.id == kSassGroup
                     ? "CUPTI cannot patch the kernels of a graph"
                     : fmt::format("{}: none of its {} launches fell into this group's pass; --replay-mode kernel "
                                   "counts every launch completely",
                                   models::kLackedTurn, kernel_.times.launches));
    }
  }

  const KernelEntry& kernel_;
  const SpoolIndex& index_;
  const Groups& groups_;
  const CountedGroup& replayed_;
  const std::string& name_;
  const CountedGroup& reference_;
  std::string_view anchor_;
  AmountsOfWork amounts_;
  bool agreed_ = true;
};

}  // namespace

RotatedResult rotated_observations(const KernelEntry& kernel, const SpoolIndex& index, const Groups& groups,
                                   const CountedGroup& replayed, const std::string& name) {
  return Spread(kernel, index, groups, replayed, name).result();
}

}  // namespace rooflens::collect

#include "models/place/demand.hpp"

#include <algorithm>
#include <bit>
#include <iterator>
#include <map>
#include <utility>

#include "models/base/find_in.hpp"
#include "models/base/thresholds.hpp"
#include "models/counters/counter_rules.hpp"
#include "models/place/demand_draft.hpp"
#include "models/place/demand_rows.hpp"
#include "models/place/lack.hpp"

namespace rooflens::models {
namespace {

void read_clock(DemandDraft& d) {
  DemandModel& model = d.model;
  if (auto run = run_clock_of(d.kernel)) {
    model.run_clock = run->clock;
    model.clock_source = std::move(run->source);
  }
  model.has_nominal_clock = model.run_clock && d.kernel.machine->device.sm_clock_maximum.value() > 0;
}

std::vector<std::string> with_passes(const DemandDraft::Names& names, const CounterSet& counters) {
  std::vector<std::string> result;
  for (const std::string_view name : names) result.push_back(with_pass(name, counters));
  return result;
}

template <typename Counts>
const DemandResource* longest_of(const DemandModel& model, InefficiencySet present, RoofClock clock, Counts counts) {
  const DemandResource* result = nullptr;
  std::pair<Seconds, Seconds> most;
  for (const DemandResource& r : model.resources) {
    const std::pair needed{model.needed_together(r, present, clock), r.needed_with(present, clock)};
    if (!counts(r) || (result && needed <= most)) continue;
    result = &r;
    most = needed;
  }
  return result;
}

}  // namespace

bool DemandDraft::have(Inefficiency i, const Names& names) {
  Names absent;
  std::copy_if(names.begin(), names.end(), std::back_inserter(absent),
               [&](std::string_view name) { return !counters.find(name); });
  if (absent.empty()) return true;
  Lack lack = lack_of(kernel, absent);
  model.unknown.push_back({i, std::move(lack.counters), std::move(lack.reason)});
  return false;
}

void DemandDraft::known(Inefficiency i, const Names& names, bool at_most) {
  model.known.push_back({i, with_passes(names, counters), at_most});
}

void DemandDraft::contradictory(Inefficiency i, const Names& names) {
  model.unknown.push_back({i, with_passes(names, counters), "contradictory"});
}

DemandResource* DemandDraft::find(const RoofResource& resource) {
  return find_in(model.resources, resource, &DemandResource::resource);
}

const LevelPoint* DemandDraft::measured(Level level) const {
  return find_in(kernel.points, [&](const LevelPoint& point) {
    return point.level == level && point.source == DemandSource::measured;
  });
}

Seconds DemandResource::needed_with(InefficiencySet present, RoofClock clock) const {
  double factor = clock == RoofClock::nominal ? nominal : clock == RoofClock::roof ? 1 / slower : 1;
  double left = 1;
  for (std::size_t i = 0; i < kInefficiencies; ++i) {
    if (present >> i & 1U) continue;
    factor *= kept[i];
    left -= removed[i];
  }
  return needed * (factor * std::max(0.0, left));
}

const KnownInefficiency* DemandModel::find(Inefficiency i) const {
  return find_in(known, i, &KnownInefficiency::inefficiency);
}

const DemandResource* DemandModel::find(const RoofResource& resource) const {
  return find_in(resources, resource, &DemandResource::resource);
}

Seconds DemandModel::needed_together(const DemandResource& resource, InefficiencySet present, RoofClock clock) const {
  if (resource.group.empty()) return resource.needed_with(present, clock);
  Seconds sum;
  for (const DemandResource& r : resources) {
    if (r.group == resource.group) sum += r.needed_with(present, clock);
  }
  return sum;
}

const DemandResource* DemandModel::longest(InefficiencySet present, RoofClock clock) const {
  return longest_of(*this, present, clock, [](const DemandResource&) { return true; });
}

const DemandResource* DemandModel::longest_shared(InefficiencySet present) const {
  return longest_of(*this, present, RoofClock::run, [](const DemandResource& r) { return r.shared; });
}

Seconds DemandModel::time_left(const std::function<double(const DemandResource&)>& share) const {
  Seconds most;
  for (const DemandResource& r : resources)
    most = std::max(most, needed_together(r, kAllInefficiencies, RoofClock::run) * share(r));
  return most;
}

Seconds DemandModel::time(InefficiencySet present, RoofClock clock) const {
  Seconds most;
  for (const DemandResource& r : resources) most = std::max(most, needed_together(r, present, clock));
  return most;
}

// The same sums and products as needed_with(), each from that of one absent cause less.
std::vector<Seconds> DemandModel::times_of_subsets(const std::vector<Inefficiency>& causes) const {
  const std::size_t subsets = std::size_t{1} << causes.size();
  std::vector<Seconds> times(subsets);
  std::vector<double> kept(subsets), left(subsets);
  std::map<std::string_view, std::vector<Seconds>> of_groups;
  for (const DemandResource& r : resources) {
    std::vector<Seconds>* group = r.group.empty() ? nullptr : &of_groups[r.group];
    if (group) group->resize(subsets);
    kept[0] = left[0] = 1;
    for (std::size_t absent = 0; absent < subsets; ++absent) {
      if (absent > 0) {
        const std::size_t fewer = absent & (absent - 1);
        const std::size_t cause = at(causes[static_cast<std::size_t>(std::countr_zero(absent))]);
        kept[absent] = kept[fewer] * r.kept[cause];
        left[absent] = left[fewer] - r.removed[cause];
      }
      Seconds needed = r.needed * (r.nominal * kept[absent] * std::max(0.0, left[absent]));
      if (group) needed = (*group)[absent] += needed;
      Seconds& time_with = times[subsets - 1 - absent];
      time_with = std::max(time_with, needed);
    }
  }
  return times;
}

Seconds DemandModel::time_coalesced_at_best() const {
  const InefficiencySet rest = kAllInefficiencies & ~only(Inefficiency::coalescing);
  Seconds most;
  for (const DemandResource& r : resources) {
    Seconds needed = needed_together(r, rest, RoofClock::nominal);
    if (r.resource == RoofResource(Level::dram)) {
      needed = std::max(needed * (1 - uncoalesced_dram_share), std::min(needed, compulsory_dram));
    }
    most = std::max(most, needed);
  }
  return most;
}

void DemandModel::take_arithmetic_for_the_task() {
  for (const DemandResource& counted : resources) {
    if (!std::holds_alternative<Precision>(counted.resource) || !counted.of_task) continue;
    DemandResource& own = task.emplace_back(counted);
    own.needed = counted.needed_with(0, RoofClock::run);
    own.kept.fill(1);
    own.removed.fill(0);
  }
}

std::optional<RunClock> run_clock_of(const CountedKernel& kernel) {
  if (const auto& timed = kernel.observation->timed_clock; timed && timed->value() > 0)
    return RunClock{*timed, "cycles of an SM while repetitions were timed"};
  const CounterSet& counters = kernel.counters();
  if (const auto counted = counters.value(kCountedSmClock); counted && *counted > 0)
    return RunClock{Hertz(*counted), with_pass(kCountedSmClock, counters)};
  if (const auto& sm = kernel.observation->clocks_during.sm; sm && sm->value() > 0)
    return RunClock{*sm, "the driver, while repetitions were timed"};
  return std::nullopt;
}

namespace {

// L1 looks up more sectors a clock than its data stage carries, where a load needs a few bytes of each: bytes of whole
// sectors may then exceed the roof (111 % for 26 loads of a byte each, 26 bytes apart, on an H100). It is busy, no
// more.
void limit_unused_sectors(DemandModel& model, const CountedKernel& kernel) {
  const auto l1 = std::ranges::find(model.resources, RoofResource(Level::l1), &DemandResource::resource);
  if (l1 == model.resources.end() || !kernel.time) return;
  const InefficiencySet rest = kAllInefficiencies & ~only(Inefficiency::coalescing);
  const Seconds needed = l1->needed_with(kAllInefficiencies, RoofClock::run), time = kernel.time->median;
  const bool mostly_unused = l1->needed_with(rest, RoofClock::run) < needed * (1 - kMostlyUnused);
  if (!mostly_unused || needed <= time) return;
  l1->roof *= needed / time;
  l1->needed = l1->needed * (time / needed);
}

}  // namespace

DemandModel demand_of(const CountedKernel& kernel) {
  DemandDraft draft{.kernel = kernel, .counters = kernel.counters()};
  read_clock(draft);
  draft.model.resources = measured_demand(kernel, draft.model.run_clock);
  draft.model.task = task_demand(kernel, draft.model.run_clock);
  add_instruction_demand(draft);
  add_traffic_demand(draft);
  limit_unused_sectors(draft.model, kernel);
  separate_groups(draft);
  const std::optional<Work>& work = kernel.observation->work;
  if (work && !work->tells_operations()) draft.model.take_arithmetic_for_the_task();
  // What cannot take longer than the others, with none of their waste, changes nothing.
  draft.model.uncounted = unknown_demand(kernel, draft.model.time(kAllInefficiencies, RoofClock::run));
  add_unknown_mix(draft);
  const Seconds least = draft.model.time(0, RoofClock::nominal);
  std::erase_if(draft.model.uncounted, [&](const UnknownDemand& u) { return u.at_most && *u.at_most <= least; });
  const auto in_order = [](const auto& a, const auto& b) { return a.inefficiency < b.inefficiency; };
  std::sort(draft.model.known.begin(), draft.model.known.end(), in_order);
  std::sort(draft.model.unknown.begin(), draft.model.unknown.end(), in_order);
  return std::move(draft.model);
}

}  // namespace rooflens::models

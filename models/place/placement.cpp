#include "models/place/placement.hpp"

#include <algorithm>
#include <optional>
#include <utility>

#include "models/base/thresholds.hpp"
#include "models/place/unknown_demand.hpp"

namespace rooflens::models {
namespace {

struct Busiest {
  Binding binding = Binding::unknown;
  std::optional<RoofResource> resource;  ///< absent: nothing that it did has a roof
  std::optional<double> fraction;        ///< share of its roof, with those of its group
};

// How busy each resource was, and which binds. No roof limits it where none is busy (kBusyThreshold) and none can be:
// where traffic and all arithmetic were counted, and each has a roof.
Busiest busiest_of(const CountedKernel& kernel, DemandModel& demand) {
  Busiest result;
  // A clock that would need more time than there was is that of other launches.
  const bool fits = demand.time(kAllInefficiencies, RoofClock::run) <= kAboveRoof * kernel.time->median;
  const RoofClock clock = fits ? RoofClock::run : RoofClock::roof;
  for (DemandResource& r : demand.resources) r.busy = r.needed_with(kAllInefficiencies, clock) / kernel.time->median;
  if (const DemandResource* busiest = demand.longest(kAllInefficiencies, clock)) {
    result.binding = binding_of(busiest->resource);
    result.resource = busiest->resource;
    result.fraction = demand.needed_together(*busiest, kAllInefficiencies, clock) / kernel.time->median;
  }
  if (result.fraction && *result.fraction >= kBusyThreshold) return result;
  // That nothing is busy can be said only where traffic was counted, and all arithmetic, and where each has a roof.
  const bool counted = std::any_of(kernel.points.begin(), kernel.points.end(),
                                   [](const LevelPoint& point) { return point.source == DemandSource::measured; });
  const auto may_be_busy = [&](const UnknownDemand& u) {
    return !u.at_most || *u.at_most >= kernel.busy_from() * kernel.time->median;
  };
  const auto idle_for_sure = [&] {
    if (!counted || !kernel.without_roof.empty()) return false;
    return std::none_of(demand.uncounted.begin(), demand.uncounted.end(), may_be_busy);
  };
  result.binding = idle_for_sure() ? Binding::no_roof : Binding::unknown;
  return result;
}

// What does not fit into the time has no share of a roof, and nothing that follows from one. Bytes, operations and
// rates stay: they are what the sentence speaks of. Other shares are of the roofs at the clock of the run, unless the
// time contradicts that clock.
CountedKernel with_shares(CountedKernel kernel, const DemandModel& demand,
                          const std::optional<TimeMismatch>& mismatch) {
  const bool withheld = mismatch && mismatch->withholds_shares();
  const auto share = [&](const RoofResource& resource, std::optional<double> fraction) {
    if (withheld || !fraction) return std::optional<double>();
    if (mismatch && mismatch->kind == Mismatch::clock) return fraction;
    for (const DemandResource& r : demand.resources) {
      if (r.resource == resource) *fraction *= r.slower;
    }
    return fraction;
  };
  for (LevelPoint& point : kernel.points) {
    point.fraction_of_ceiling = share(point.level, point.fraction_of_ceiling);
    // Sectors of L1 that are hardly used may exceed its roof: it is busy all of the time, and no more.
    if (point.level == Level::l1 && point.fraction_of_ceiling > kAboveRoof) point.fraction_of_ceiling = 1;
  }
  for (PrecisionWork& work : kernel.operations) {
    work.fraction_of_ceiling = share(work.precision, work.fraction_of_ceiling);
    // Integer operations run on two pipes: above the roof of one of them is no contradiction, and no share either.
    if (work.fraction_of_ceiling > kAboveRoof) work.fraction_of_ceiling.reset();
  }
  return kernel;
}

Judgement judge(const CountedKernel& kernel) {
  DemandModel demand = demand_of(kernel);
  auto mismatch = time_mismatch(kernel, demand);
  if (mismatch && mismatch->withholds_shares()) return {.demand = std::move(demand), .mismatch = std::move(mismatch)};
  const Busiest busiest = busiest_of(kernel, demand);
  auto share = percent_of_roof(kernel, demand);
  if (share && share->fraction > kAboveRoof) {
    if (!mismatch) mismatch = task_mismatch(*share);
    share.reset();
  }
  return {.demand = std::move(demand),
          .binding = busiest.binding,
          .busiest = busiest.resource,
          .busiest_fraction = busiest.fraction,
          .percent_of_roof = std::move(share),
          .mismatch = std::move(mismatch)};
}

}  // namespace

Placement place_as_counted(const Observation& observation, const Machine& machine, bool at_most) {
  CountedKernel kernel = count_kernel(observation, machine, at_most);
  if (!kernel.time || kernel.time->median.value() <= 0) return {std::move(kernel), {}};
  Judgement judgement = judge(kernel);
  return {with_shares(std::move(kernel), *judgement.demand, judgement.mismatch), std::move(judgement)};
}

namespace {

// Whether no resource can be busy, whichever launches the counters and the time are of: if every counter had its
// largest value of all launches that were counted, a part that exceeds its whole were right, and they all belonged to
// the shortest launch, each resource would still be busy for less than kBusyAtMost. False where a resource was not
// counted.
bool no_roof_at_most(const Placement& kernel) {
  const Observation& observation = *kernel.observation;
  if (observation.durations.empty() && !observation.shortest) return false;
  Observation most = observation;
  most.counters = largest(observation.shortest ? observation.largest : observation.counters);
  most.durations = {observation.shortest
                        ? *observation.shortest
                        : *std::min_element(observation.durations.begin(), observation.durations.end())};
  const Placement at_most = place_as_counted(most, *kernel.machine, true);
  return at_most.binding == Binding::no_roof && at_most.busiest_fraction.value_or(0) < kBusyAtMost;
}

}  // namespace

Placement place(const Observation& observation, const Machine& machine) {
  Placement kernel = place_as_counted(observation, machine);
  const bool doubtful =
      kernel.trusted || observation.shortest || (kernel.mismatch && kernel.mismatch->kind == Mismatch::work_varies);
  if (kernel.binding != Binding::unknown || !doubtful) return kernel;
  if (!no_roof_at_most(kernel)) return kernel;
  Judgement judgement{.demand = std::move(kernel.demand),
                      .binding = Binding::no_roof,
                      .no_roof_at_most = true,
                      .percent_of_roof = std::move(kernel.percent_of_roof),
                      .mismatch = std::move(kernel.mismatch)};
  return {std::move(kernel), std::move(judgement)};
}

}  // namespace rooflens::models

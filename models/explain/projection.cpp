#include "models/explain/projection.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <string_view>

#include "models/base/thresholds.hpp"
#include "models/gap/gap.hpp"
#include "models/place/demand_rows.hpp"
#include "models/roofs/dram_mix.hpp"
#include "models/wait/waiting.hpp"

namespace rooflens::models {
namespace {

struct Longest {
  Seconds time;
  std::string resource;
  void consider(Seconds needed, std::string_view label) {
    if (needed <= time) return;
    time = needed;
    resource = label;
  }
};

struct Sides {
  Longest here;
  Longest promised;  ///< there, at the roofs of the data sheet
  Longest reached;   ///< there, if as much of them can be had as here
  std::vector<std::string> unknown;
};

// The rate there for what the kernel moves; nothing where it has no roof of that resource.
std::optional<double> rate_on(const Ceilings& ceilings, const DemandResource& demand) {
  if (demand.resource == RoofResource(Level::dram)) {
    const auto rate = dram_roof(ceilings, demand.read_share);
    return rate ? std::optional(rate->value()) : std::nullopt;
  }
  if (const auto link = host_roof(ceilings, demand.resource)) return link->value();
  const auto roof = ceilings.best(demand.resource);
  return roof ? std::optional(roof->rate) : std::nullopt;
}

// Times of one resource, those of its group together.
struct Times {
  Seconds here, promised, reached;
};

Sides sides_of(const DemandModel& demand, const Ceilings& target, const Ceilings& own) {
  Sides sides;
  std::map<std::string_view, Times> groups;
  for (const DemandResource& r : demand.resources) {
    Times alone;
    Times& times = r.group.empty() ? alone : groups[r.group];
    const Seconds here = r.needed_with(kAllInefficiencies, RoofClock::roof);
    sides.here.consider(times.here += here, r.label);
    const auto there = rate_on(target, r);
    if (!there) {
      sides.unknown.push_back(r.label);
      continue;
    }
    const auto promise = rate_on(own, r);
    const Seconds promised = here * (r.roof / *there);
    sides.promised.consider(times.promised += promised, r.label);
    sides.reached.consider(times.reached += promise ? promised * (*promise / r.roof) : promised, r.label);
  }
  return sides;
}

// The ends of the interval for one set of roofs there.
struct Ends {
  Seconds low, high;
};
Ends ends(Seconds measured, Seconds here, Seconds there) {
  const Seconds same_share = measured * (there / here);
  const Seconds same_wait = measured - here + there;
  return {std::max(there, std::min(same_share, same_wait)), std::max({there, same_share, same_wait})};
}

// How much longer all units take there than here, by their roofs; those that have none go with SMs and clock.
// `own_pace`: SMs draw what they can, not what all of them share.
DemandModel demand_on(const DemandModel& here, const ProjectedGpu& target, const ProjectedGpu& own, double sm_rate,
                      bool own_pace) {
  DemandModel there = here;
  for (DemandResource& r : there.resources) {
    if (own_pace && r.shared) continue;
    const auto promised = rate_on(target.roofs, r), promise = rate_on(own.roofs, r);
    if (is_of_host(r.resource) && !host_roof(target.roofs, r.resource)) continue;  // the same link
    const auto best_there = target.roofs.best(r.resource), best_here = own.roofs.best(r.resource);
    const bool comparable = promised && promise &&
                            (is_of_host(r.resource) ||
                             (best_there && best_here && best_there->origin->source == best_here->origin->source));
    r.needed = r.needed * (comparable ? *promise / *promised : 1 / sm_rate);
  }
  return there;
}

// By what its warps wait for, here and there.
Projection by_waiting(const Placement& kernel, const Gap& gap, const ProjectedGpu& target, const ProjectedGpu& own) {
  const DemandModel& demand = *kernel.demand;
  const WaitingModel& here = *gap.waiting;
  WaitingModel there = here;
  if (target.sms > 0 && own.sms > 0) there.gpu.sms *= static_cast<double>(target.sms) / own.sms;
  if (target.clock.value() > 0 && own.clock.value() > 0) {
    there.gpu.clock = there.gpu.clock * (target.clock / own.clock);
  }
  const double sm_rate = there.gpu.sms * there.gpu.clock / (here.gpu.sms * here.gpu.clock);
  const auto units = [](const DemandModel& of) { return times_of_units(of, kAllInefficiencies, RoofClock::run); };
  const auto units_on = [&](bool own_pace) { return units(demand_on(demand, target, own, sm_rate, own_pace)); };
  const bool few_sms = here.waiting.blocks < kMostSms * std::min(here.gpu.sms, there.gpu.sms);
  const std::vector<Seconds> units_here = units(demand), units_there = units_on(few_sms), shared = units_on(false);
  std::array<WaitingConstants, 5> variants{};
  variants[1].sharpness = 1 + (kWaiting.sharpness - 1) / 2;
  variants[2].sharpness = 1 + (kWaiting.sharpness - 1) * 2;
  for (const auto& [variant, longer] : {std::pair{std::size_t{3}, 0.75}, std::pair{std::size_t{4}, 1.33}}) {
    variants[variant].block_cycles *= longer;
    variants[variant].instruction_cycles *= longer;
  }
  const Seconds predicted = gap.predicted.value_or(gap.measured), unexplained = gap.measured - predicted;
  Projection result;
  const auto consider = [&](const std::vector<Seconds>& units_of, const WaitingConstants& constants) {
    const double ratio = there.time(units_of, constants) / here.time(units_here, constants);
    const Seconds proportional = gap.measured * ratio;
    const Seconds stays = unexplained.value() > 0 ? predicted * ratio + unexplained : proportional;
    const auto [low, high] = std::minmax(proportional, stays);
    if (!result.middle) {
      result.middle = Seconds(std::sqrt(low.value() * high.value()));
      result.low = low;
      result.high = high;
    }
    result.low = std::min(result.low, low);
    result.high = std::max(result.high, high);
  };
  for (const WaitingConstants& constants : variants) consider(units_there, constants);
  if (few_sms) consider(shared, kWaiting);
  return result;
}

}  // namespace

std::string_view not_projected(const Placement& kernel, const ProjectedGpu& target, const ProjectedGpu& own) {
  if (!kernel.time) return "no time was recorded";
  if (kernel.uncounted != MatrixWork::none) return "its matrix work was not counted";
  if (!kernel.demand) return "what it needs of the GPU was not counted";
  if (kernel.mismatch && kernel.mismatch->withholds_shares()) return "its counters and its time contradict each other";
  const Sides sides = sides_of(*kernel.demand, target.roofs, own.roofs);
  if (!(sides.here.time.value() > 0)) return "it needs nothing that has a roof here";
  const DemandResource* longest = kernel.demand->longest(kAllInefficiencies, RoofClock::roof);
  if (longest && is_of_host(longest->resource) && !host_roof(target.roofs, longest->resource))
    return "the link to the host is not known there";
  // Chips of one compute capability have the same L2 and pipes.
  const bool same_chip = target.capability.major > 0 && target.capability == own.capability && waiting_of(kernel);
  const bool unknown =
      !same_chip && std::find(sides.unknown.begin(), sides.unknown.end(), sides.here.resource) != sides.unknown.end();
  return unknown || (!same_chip && !(sides.promised.time.value() > 0)) ? "what limits it here has no roof there" : "";
}

std::optional<Projection> project(const Placement& kernel, const ProjectedGpu& target, const ProjectedGpu& own) {
  if (!not_projected(kernel, target, own).empty()) return std::nullopt;
  Sides sides = sides_of(*kernel.demand, target.roofs, own.roofs);
  const Seconds measured = kernel.time->median;
  const std::optional<Gap> gap = explain_gap(kernel);
  Projection result;
  if (gap && gap->waiting) {
    result = by_waiting(kernel, *gap, target, own);
  } else {
    const Ends promised = ends(measured, sides.here.time, sides.promised.time);
    const Ends reached = ends(measured, sides.here.time, sides.reached.time);
    result.low = std::min(promised.low, reached.low);
    result.high = std::max(promised.high, reached.high);
  }
  const double error = std::min(kMostProjectionError, kProjectionError + kProjectionErrorSeconds / measured.value());
  result.by_roofs = measured * (sides.reached.time / sides.here.time);
  if (!result.middle && own.roofs.best(Level::dram)) result.middle = result.by_roofs;
  result.shortest = std::min(sides.promised.time, sides.reached.time);
  result.low = std::max(result.low * (1 - error), result.shortest);
  result.high = std::max(result.high * (1 + error), result.shortest);
  if (result.middle) result.middle = std::max(*result.middle, result.shortest);
  result.here = std::move(sides.here.resource);
  result.there = std::move(sides.promised.resource);
  result.unknown = std::move(sides.unknown);
  return result;
}

}  // namespace rooflens::models

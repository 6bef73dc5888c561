#include "models/explain/projection.hpp"

#include <algorithm>
#include <map>
#include <string_view>

#include "models/roofs/dram_mix.hpp"

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

}  // namespace

std::string_view not_projected(const Placement& kernel, const Ceilings& target, const Ceilings& own) {
  if (!kernel.time) return "no time was recorded";
  if (kernel.uncounted != MatrixWork::none) return "its matrix work was not counted";
  if (!kernel.demand) return "what it needs of the GPU was not counted";
  if (kernel.mismatch && kernel.mismatch->withholds_shares()) return "its counters and its time contradict each other";
  const Sides sides = sides_of(*kernel.demand, target, own);
  if (!(sides.here.time.value() > 0)) return "it needs nothing that has a roof here";
  const bool unknown =
      std::find(sides.unknown.begin(), sides.unknown.end(), sides.here.resource) != sides.unknown.end();
  return unknown || !(sides.promised.time.value() > 0) ? "what limits it here has no roof there" : "";
}

std::optional<Projection> project(const Placement& kernel, const Ceilings& target, const Ceilings& own) {
  if (!not_projected(kernel, target, own).empty()) return std::nullopt;
  Sides sides = sides_of(*kernel.demand, target, own);
  const Seconds measured = kernel.time->median;
  const Seconds here = sides.here.time;
  const Ends promised = ends(measured, here, sides.promised.time);
  const Ends reached = ends(measured, here, sides.reached.time);
  return Projection{.shortest = std::min(sides.promised.time, sides.reached.time),
                    .low = std::min(promised.low, reached.low),
                    .high = std::max(promised.high, reached.high),
                    .here = std::move(sides.here.resource),
                    .there = std::move(sides.promised.resource),
                    .unknown = std::move(sides.unknown)};
}

}  // namespace rooflens::models

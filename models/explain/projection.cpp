#include "models/explain/projection.hpp"

#include <algorithm>

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

// Rates of one resource: the roof here, what the board here promises, and the target.
template <class Rate>
struct Rates {
  Rate here;
  std::optional<Rate> own, target;
};

template <class Ceiling>
auto rate_of(const Ceiling* ceiling) {
  return ceiling ? std::optional(ceiling->rate) : std::nullopt;
}

template <class Demand, class Rate>
void consider(Sides& sides, std::string_view label, Demand demand, const Rates<Rate>& rates) {
  sides.here.consider(demand / rates.here, label);
  if (!rates.target) {
    sides.unknown.emplace_back(label);
    return;
  }
  const Seconds promised = demand / *rates.target;
  sides.promised.consider(promised, label);
  sides.reached.consider(rates.own ? promised * (*rates.own / rates.here) : promised, label);
}

Sides sides_of(const Placement& kernel, const Ceilings& target, const Ceilings& own) {
  Sides sides;
  for (const LevelPoint& point : kernel.points) {
    if (!point.ceiling) continue;
    consider<Bytes, ByteRate>(sides, info(point.level).label, point.bytes,
                              {point.ceiling->rate, rate_of(own.best(point.level)), rate_of(target.best(point.level))});
  }
  for (const PrecisionWork& work : kernel.operations) {
    if (!work.ceiling || !counts_as_work(work.precision, kernel.observation->work)) continue;
    consider<Operations, OperationRate>(
        sides, info(work.precision).label, work.operations,
        {work.ceiling->rate, rate_of(own.best(work.precision)), rate_of(target.best(work.precision))});
  }
  if (const auto& issue = kernel.instruction_roofline; issue && issue->peak) {
    consider<Operations, OperationRate>(
        sides, kWarpIssueLabel, issue->heights.issued * kernel.time->median,
        {*issue->peak, rate_of(own.best(Pipe::issue)), rate_of(target.best(Pipe::issue))});
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

std::optional<Projection> project(const Placement& kernel, const Ceilings& target, const Ceilings& own) {
  if (!kernel.time || kernel.uncounted != MatrixWork::none) return std::nullopt;
  Sides sides = sides_of(kernel, target, own);
  const Seconds measured = kernel.time->median;
  const Seconds here = sides.here.time;
  if (!(here.value() > 0) || !(sides.promised.time.value() > 0)) return std::nullopt;
  if (kernel.mismatch && kernel.mismatch->withholds_shares()) return std::nullopt;
  const auto& unknown = sides.unknown;
  if (std::find(unknown.begin(), unknown.end(), sides.here.resource) != unknown.end()) return std::nullopt;
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

#include "models/projection.hpp"

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
  Longest here, there;
  std::vector<std::string> unknown;
};

void consider(Sides& sides, std::string_view label, Seconds here, std::optional<Seconds> there) {
  sides.here.consider(here, label);
  if (there) {
    sides.there.consider(*there, label);
  } else {
    sides.unknown.emplace_back(label);
  }
}

Sides sides_of(const KernelAnalysis& kernel, const Ceilings& target) {
  Sides sides;
  for (const LevelPoint& point : kernel.points) {
    if (!point.ceiling) continue;
    const MemoryCeiling* roof = target.best(point.level);
    consider(sides, info(point.level).label, point.bytes / point.ceiling->rate,
             roof ? std::optional(point.bytes / roof->rate) : std::nullopt);
  }
  for (const PrecisionWork& work : kernel.operations) {
    if (!work.ceiling || !counts_as_work(work.precision, kernel.observation->work)) continue;
    const ComputeCeiling* roof = target.best(work.precision);
    consider(sides, info(work.precision).label, work.operations / work.ceiling->rate,
             roof ? std::optional(work.operations / roof->rate) : std::nullopt);
  }
  return sides;
}

}  // namespace

std::optional<Projection> project(const KernelAnalysis& kernel, const Ceilings& target) {
  if (!kernel.time || kernel.uncounted != MatrixWork::none) return std::nullopt;
  Sides sides = sides_of(kernel, target);
  const Seconds measured = kernel.time->median;
  const Seconds here = sides.here.time;
  const Seconds there = sides.there.time;
  if (!(here.value() > 0) || !(there.value() > 0) || here > measured * kAboveRoof) return std::nullopt;
  const auto& unknown = sides.unknown;
  if (std::find(unknown.begin(), unknown.end(), sides.here.resource) != unknown.end()) return std::nullopt;
  const Seconds same_share = measured * (there / here);
  const Seconds same_wait = measured - here + there;
  return Projection{.shortest = there,
                    .low = std::max(there, std::min(same_share, same_wait)),
                    .high = std::max({there, same_share, same_wait}),
                    .here = std::move(sides.here.resource),
                    .there = std::move(sides.there.resource),
                    .unknown = std::move(sides.unknown)};
}

}  // namespace rooflens::models

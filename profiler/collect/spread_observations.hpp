// What may be said of a kernel whose counters were taken in turns: means where its launches did the same work, several
// observations where they did not, refusals where the passes saw different work.
#pragma once

#include <string>
#include <vector>

#include "profiler/collect/counted_groups.hpp"

namespace rooflens::collect {

/// `groups` is not empty.
[[nodiscard]] std::vector<models::Observation> spread_observations(const KernelEntry& kernel, const SpoolIndex& index,
                                                                   Groups groups, const std::string& name);

/// Anchors of launches of the same work differ by less within a group, and by less between groups: patched code runs
/// slower, so that kernels that poll a barrier execute some more or fewer instructions under it.
inline constexpr double kAlikeWithin = 0.02;
inline constexpr double kAlikeBetween = 0.15;

}  // namespace rooflens::collect

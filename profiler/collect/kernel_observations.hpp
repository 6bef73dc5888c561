// From the launches of one kernel that were counted to what may be said of the kernel: means where its launches did the
// same work, several observations where they did not, refusals where the passes saw different work.
#pragma once

#include <string>
#include <vector>

#include "models/observation.hpp"
#include "profiler/collect/spool_index.hpp"

namespace rooflens::collect {

/// The kernel's observations, one for each amount of work that its launches did; `name` is the short name, machine and
/// process are left to the caller.
[[nodiscard]] std::vector<models::Observation> kernel_observations(const KernelEntry& kernel, const SpoolIndex& index,
                                                                   const std::string& name);

/// Anchors of launches of the same work differ by less within a group, and by less between groups: patched code runs
/// slower, so that kernels that poll a barrier execute some more or fewer instructions under it.
inline constexpr double kAlikeWithin = 0.02;
inline constexpr double kAlikeBetween = 0.15;

}  // namespace rooflens::collect

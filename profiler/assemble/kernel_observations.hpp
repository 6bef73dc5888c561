// From the launches of one kernel that were counted to what may be said of the kernel: replayed launches or launches in
// pass rotation, whichever says more, and never a mixture of both.
#pragma once

#include <string>
#include <vector>

#include "models/record/observation.hpp"
#include "profiler/assemble/spool_index.hpp"

namespace rooflens::collect {

/// The kernel's observations, one for each amount of work that its launches did; `name` is the short name, machine and
/// process are left to the caller.
[[nodiscard]] std::vector<models::Observation> kernel_observations(const KernelEntry& kernel, const SpoolIndex& index,
                                                                   const std::string& name);

}  // namespace rooflens::collect

// What may be said of a kernel whose launches were counted by pass rotation, one pass each: means where all launches
// did the same work, several observations where they did not, refusals where the passes saw different work.
#pragma once

#include <string>
#include <vector>

#include "models/record/observation.hpp"
#include "profiler/assemble/counted_groups.hpp"

namespace rooflens::collect {

struct RotatedResult {
  std::vector<models::Observation> observations;
  bool agreed = true;  ///< every group saw the work that the others saw
};

/// `groups` is not empty. `name` is the short name; machine and process are left to the caller. Of `replayed`, launches
/// that were repeated for every pass, is taken what the tensor pipe did, where rotation leaves that open because they
/// knew it from there, and where all of them did the same work; there may be none.
[[nodiscard]] RotatedResult rotated_observations(const KernelEntry& kernel, const SpoolIndex& index,
                                                 const Groups& groups, const CountedGroup& replayed,
                                                 const std::string& name);

}  // namespace rooflens::collect

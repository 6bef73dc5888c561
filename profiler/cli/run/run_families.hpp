// The stories of the families that a run belongs to, as the session keeps them.
#pragma once

#include <span>
#include <vector>

#include "models/record/family.hpp"
#include "profiler/cli/run/run_cases.hpp"

namespace rooflens::cli {

/// A family for each that a kernel of `cases` is of, whole: members that are not run are there as well, so that a
/// report can say so. Without peers, which are alternatives and no variants of each other.
[[nodiscard]] std::vector<models::Family> families_of(std::span<const Case> cases);

}  // namespace rooflens::cli

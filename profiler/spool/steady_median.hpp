// What a few times of one kernel agree on.
#pragma once

#include <optional>
#include <vector>

#include "models/base/quantity.hpp"

namespace rooflens::collect::spool {

/// The median of at least five times in nanoseconds, if half of what lies between their quartiles is at most 2.5 % of
/// it. Nothing where they differ more: the launches did other work, or waited for something.
[[nodiscard]] std::optional<models::Seconds> steady_median(const std::vector<double>& samples_ns);

}  // namespace rooflens::collect::spool

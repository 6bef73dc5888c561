// What a few times of one kernel agree on.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "models/base/quantity.hpp"

namespace rooflens::collect::spool {

inline constexpr std::size_t kFewestTimes = 5;

/// The median of at least kFewestTimes in nanoseconds, if half of what lies between their quartiles is at most 2.5 % of
/// it. Nothing where they differ more: the launches did other work, or waited for something.
[[nodiscard]] std::optional<models::Seconds> steady_median(const std::vector<double>& samples_ns);

}  // namespace rooflens::collect::spool

// Bins of the store's histograms of times: fixed for all sessions, so that histograms of any launches, ranks and jobs
// add up.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>

#include "models/base/quantity.hpp"

namespace rooflens::fleet {

/// Bin b stands for kBinRatio^b nanoseconds and holds what is nearest to that: no value is off by more than 1 %.
inline constexpr double kBinRatio = 1.02;

/// Times of zero, which only clocks that are too coarse measure, count as a nanosecond.
[[nodiscard]] inline std::int64_t bin_of(models::Seconds duration) {
  return std::llround(std::log(std::max(1.0, duration.value() * 1e9)) / std::log(kBinRatio));
}

}  // namespace rooflens::fleet

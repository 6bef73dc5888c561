// From repeated durations to one number that can be trusted, and how far.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "models/base/quantity.hpp"

namespace rooflens::models {

struct TimingSummary {
  std::size_t repetitions = 0;
  Seconds median;
  Seconds minimum;
  Seconds maximum;
  Seconds lower_quartile;
  Seconds upper_quartile;
  /// Half the interquartile range over the median: the spread that reports print as "+- x %". One repetition has none.
  [[nodiscard]] std::optional<double> relative_spread() const {
    if (repetitions < 2 || median.value() <= 0) return std::nullopt;
    return 0.5 * ((upper_quartile - lower_quartile) / median);
  }
};

/// Order statistics of the durations; quartiles by linear interpolation. Nothing for an empty list.
[[nodiscard]] std::optional<TimingSummary> summarise(std::span<const Seconds> durations);

/// A clock that was read: of an even number the upper of the two in the middle. Nothing for an empty list.
[[nodiscard]] std::optional<Hertz> median(std::vector<Hertz> clocks);

}  // namespace rooflens::models

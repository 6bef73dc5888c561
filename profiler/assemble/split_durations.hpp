// Which durations belong to which amount of work, where launches of one kernel do several.
#pragma once

#include <cstddef>
#include <vector>

#include "profiler/assemble/spool_index.hpp"

namespace rooflens::collect {

/// Durations of two amounts of work differ by more than this, or are not told apart.
inline constexpr double kDurationsApart = 0.25;

/// Durations of the several amounts of work, smallest first. Where all are alike, they are those of each; where they
/// fall into more or fewer parts than the work does, there are none.
struct SplitDurations {
  struct Work {
    std::vector<double> samples_ns;
    std::vector<double> stands_for;
    double launches = 0;  ///< that they stand for
    double time_ns = 0;   ///< of these
  };
  std::vector<Work> works;
  bool apart = false;  ///< each work has its own, so that they tell how often it was launched
};

[[nodiscard]] SplitDurations split_durations(const ObservedTimes& times, std::size_t works);

}  // namespace rooflens::collect

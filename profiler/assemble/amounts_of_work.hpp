// Which launches of a kernel that were counted did the same work, by what they executed and wrote and how long they
// took.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

#include "models/base/thresholds.hpp"
#include "profiler/assemble/cluster.hpp"
#include "profiler/assemble/counted_groups.hpp"

namespace rooflens::collect {

/// Anchors of launches of the same work differ by less within a group (0.02 = 2 %).
inline constexpr double kAlikeWithin = models::kSameWork;
/// Between groups, where all launches of the first group did the same work: patched code runs slower, so that kernels
/// that poll a barrier execute some more or fewer instructions under it.
inline constexpr double kAlikeBetween = models::kPolling;

/// False where one of them is no number.
[[nodiscard]] inline bool alike(double value, double expected, double tolerance) {
  return std::abs(value - expected) <= tolerance * expected;
}

struct AmountsOfWork {
  Launches launches;           ///< of the reference, without those that are left out
  std::vector<Cluster> works;  ///< by instructions, fewest first: indices into all launches of the reference
  std::size_t durations = 0;   ///< how many groups the kernel's durations fall into
  bool polls = false;          ///< launches that differ in instructions alone are one work
  bool cold_start = false;     ///< all did the same work, and the first, which met cold caches, is left out

  /// Too few launches did the same as another one to tell works apart, and durations do not tell as many.
  [[nodiscard]] bool varies() const {
    const bool told = works.size() < launches.size() && works.size() == durations;
    return works.size() * 2 > launches.size() && !told;
  }
};

/// Of the launches of `reference`, by its anchor; no works where it has none. `sass`: those that patched code counted,
/// if any and if not the reference.
[[nodiscard]] AmountsOfWork amounts_of_work(const CountedGroup& reference, const CountedGroup* sass,
                                            const ObservedTimes& times);

}  // namespace rooflens::collect

// Groups numbers that are near each other: launches that did the same work.
#pragma once

#include <span>
#include <vector>

namespace rooflens::collect {

struct Cluster {
  double centre = 0;                 ///< mean of its members
  std::vector<std::size_t> members;  ///< indices into the values
};

/// Clusters of the finite values, smallest first: a gap of more than `tolerance` (0.02 = 2 % of the smaller neighbour)
/// begins a new one.
[[nodiscard]] std::vector<Cluster> cluster(std::span<const double> values, double tolerance);

}  // namespace rooflens::collect

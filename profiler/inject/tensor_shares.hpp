// Whether the number formats that were counted did all that the tensor pipe did: one that was not counted would leave
// some of its busy cycles over.
#pragma once

#include <cmath>
#include <span>

namespace rooflens::inject {

/// Instructions that keep the pipe at its peak explain 0.985 to 1.00 of its busy cycles (wgmma on an H200); those that
/// run below it, as mma.sync at two thirds there, explain too little, and formats that are counted twice too much.
inline constexpr double kLeastExplained = 0.98;
inline constexpr double kMostExplained = 1.02;

/// `busy`: share of its peak at which the pipe was active; `shares`: of each format, its operations as a share of their
/// peak; all in one unit. False where one of them is no number, or the pipe was idle.
[[nodiscard]] inline bool explains(double busy, std::span<const double> shares) {
  double sum = 0;
  for (const double share : shares) sum += share;
  return std::isfinite(sum) && std::isfinite(busy) && busy > 0 && sum >= kLeastExplained * busy &&
         sum <= kMostExplained * busy;
}

}  // namespace rooflens::inject

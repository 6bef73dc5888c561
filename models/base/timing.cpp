#include "models/base/timing.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace rooflens::models {
namespace {

Seconds quantile(const std::vector<Seconds>& sorted, double q) {
  const double position = q * static_cast<double>(sorted.size() - 1);
  const auto below = static_cast<std::size_t>(std::floor(position));
  const std::size_t above = std::min(below + 1, sorted.size() - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (position - static_cast<double>(below));
}

}  // namespace

std::optional<TimingSummary> summarise(std::span<const Seconds> durations) {
  if (durations.empty()) return std::nullopt;
  std::vector<Seconds> sorted(durations.begin(), durations.end());
  std::sort(sorted.begin(), sorted.end());
  return TimingSummary{
      .repetitions = sorted.size(),
      .median = quantile(sorted, 0.5),
      .minimum = sorted.front(),
      .maximum = sorted.back(),
      .lower_quartile = quantile(sorted, 0.25),
      .upper_quartile = quantile(sorted, 0.75),
  };
}

std::optional<Hertz> median(std::vector<Hertz> clocks) {
  if (clocks.empty()) return std::nullopt;
  const auto middle = clocks.begin() + static_cast<std::ptrdiff_t>(clocks.size() / 2);
  std::nth_element(clocks.begin(), middle, clocks.end());
  return *middle;
}

}  // namespace rooflens::models

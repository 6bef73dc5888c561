#include "profiler/assemble/cluster.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace rooflens::collect {

std::vector<Cluster> cluster(std::span<const double> values, double tolerance) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::isfinite(values[i])) order.push_back(i);
  }
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<Cluster> clusters;
  double previous = 0;
  for (const std::size_t i : order) {
    if (clusters.empty() || values[i] - previous > tolerance * std::abs(previous)) clusters.emplace_back();
    clusters.back().members.push_back(i);
    previous = values[i];
  }
  for (Cluster& c : clusters) {
    const double sum = std::accumulate(c.members.begin(), c.members.end(), 0.0,
                                       [&](double total, std::size_t i) { return total + values[i]; });
    c.centre = sum / static_cast<double>(c.members.size());
  }
  return clusters;
}

}  // namespace rooflens::collect

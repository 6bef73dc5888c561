#include "models/base/shapley.hpp"

#include <bit>
#include <cmath>
#include <stdexcept>

namespace rooflens::models {
namespace {

// A cause joins a set of s others in s! (n - s - 1)! of the n! orders.
std::vector<double> weights(std::size_t causes) {
  std::vector<double> result(causes);
  double choices = 1;  // (causes - 1 over s)
  for (std::size_t s = 0; s < causes; ++s) {
    result[s] = 1 / (static_cast<double>(causes) * choices);
    choices = choices * static_cast<double>(causes - 1 - s) / static_cast<double>(s + 1);
  }
  return result;
}

}  // namespace

std::vector<CauseEffect> attribute(std::span<const Seconds> time_with) {
  if (!std::has_single_bit(time_with.size()) || time_with.size() > (std::size_t{1} << kMostCauses)) {
    throw std::invalid_argument("attribute() takes the times of all subsets of at most 16 causes");
  }
  std::vector<double> logarithm;
  logarithm.reserve(time_with.size());
  for (const Seconds time : time_with) {
    if (!(time.value() > 0) || !std::isfinite(time.value())) {
      throw std::invalid_argument("attribute() takes times above zero");
    }
    logarithm.push_back(std::log(time.value()));
  }
  const auto causes = static_cast<std::size_t>(std::countr_zero(time_with.size()));
  const std::size_t all = time_with.size() - 1;
  const std::vector<double> weight = weights(causes);
  std::vector<CauseEffect> effects;
  for (std::size_t cause = 0; cause < causes; ++cause) {
    const std::size_t bit = std::size_t{1} << cause;
    double share = 0;
    for (std::size_t others = 0; others < time_with.size(); ++others) {
      if (others & bit) continue;
      share += weight[static_cast<std::size_t>(std::popcount(others))] * (logarithm[others | bit] - logarithm[others]);
    }
    effects.push_back({std::exp(share), time_with[all] / time_with[all & ~bit], time_with[bit] / time_with[0]});
  }
  return effects;
}

}  // namespace rooflens::models

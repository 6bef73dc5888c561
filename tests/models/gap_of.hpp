// The gap of a round kernel, and what tests look for in it.
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>
#include <string_view>

#include "models/gap/gap.hpp"
#include "tests/models/round_kernel.hpp"

namespace rooflens::models {

inline std::optional<Gap> gap_of(const RoundKernel& kernel) {
  const Analysis analysis = kernel.analysis();
  return explain_gap(analysis.machines.front().kernels.front());
}

inline double product(const Gap& gap) {
  double result = 1;
  for (const GapFactor& factor : gap.factors) result *= factor.factor;
  return result;
}

inline double factor(const Gap& gap, std::string_view id) {
  const GapFactor* found = gap.find(id);
  return found ? found->factor : std::nan("");
}

inline const MissingFactor* missing(const Gap& gap, std::string_view id) {
  const auto it = std::find_if(gap.missing.begin(), gap.missing.end(), [&](const auto& m) { return m.id == id; });
  return it == gap.missing.end() ? nullptr : &*it;
}

}  // namespace rooflens::models

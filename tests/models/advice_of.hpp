// The advice on one kernel with round numbers.
#pragma once

#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

#include "models/advise/advice.hpp"
#include "tests/models/round_kernel.hpp"

namespace rooflens::models {

inline std::vector<Advice> advice_for(const RoundKernel& kernel, const LatencyRoof* latency_roof = nullptr) {
  const Analysis analysis = kernel.analysis();
  const AnalysedKernel& of_one = analysis.machines.front().kernels.front();
  const std::optional<Gap> gap = explain_gap(of_one);
  return gap ? advise(of_one, *gap, latency_roof) : std::vector<Advice>{};
}

inline const Advice* advice_called(const std::vector<Advice>& all, std::string_view id) {
  const auto it = std::find_if(all.begin(), all.end(), [&](const Advice& a) { return a.id == id; });
  return it == all.end() ? nullptr : &*it;
}

}  // namespace rooflens::models

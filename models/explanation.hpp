// Why a kernel takes longer than its roof allows, and what to change. Apart from analyse(), because a report explains
// only the kernels that it shows in detail, and a session may hold ten thousand.
#pragma once

#include <optional>
#include <vector>

#include "models/advice.hpp"
#include "models/gap.hpp"
#include "models/latency_standing.hpp"

namespace rooflens::models {

struct KernelAnalysis;

struct Explanation {
  std::optional<Gap> gap;                  ///< the factors between its roof and its time
  std::optional<LatencyStanding> latency;  ///< below the roof of what its loads in flight can draw
  std::vector<Advice> advice;              ///< what to change, most promising first; empty without a gap
};

/// Explains a kernel as analyse() left it. Pure.
[[nodiscard]] Explanation explain(const KernelAnalysis& kernel);

}  // namespace rooflens::models

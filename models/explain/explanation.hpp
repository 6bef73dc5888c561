// Why a kernel takes longer than its roof allows, and what to change.
#pragma once

#include <optional>
#include <vector>

#include "models/advise/advice.hpp"
#include "models/find/source_profile.hpp"
#include "models/gap/gap.hpp"
#include "models/gap/latency_standing.hpp"
#include "models/gap/own_roofs.hpp"
#include "models/place/integer_roof.hpp"

namespace rooflens::models {

struct Placement;

struct Explanation {
  std::optional<Gap> gap;                  ///< the factors between its roof and its time
  std::optional<LatencyStanding> latency;  ///< below the roof of what its loads in flight can draw
  std::vector<Advice> advice;              ///< what to change, most promising first; empty without a gap
  std::vector<OwnRoof> own_roofs;          ///< what its mix of instructions leaves of the roofs that all share
  std::optional<IntegerRoof> integer_roof;
};

/// Explains a kernel. The result points to its machine. `samples` are those of this kernel alone, if any were taken.
[[nodiscard]] Explanation explain(const Placement& kernel, const SourceProfile* samples = nullptr);

}  // namespace rooflens::models

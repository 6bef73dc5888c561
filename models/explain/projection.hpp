// How long a kernel might take on another board: its demand as it was measured, under that board's roofs. A projection,
// not a measurement, and labelled so wherever it is shown.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/place/placement.hpp"
#include "models/roofs/ceiling.hpp"

namespace rooflens::models {

/// What every report writes beside such a number.
inline constexpr std::string_view kProjectionLabel = "projected";

struct Projection {
  Seconds shortest;                  ///< at the target's roofs: no kernel with this demand is faster
  Seconds low;                       ///< the interval's fast end
  Seconds high;                      ///< its slow end
  std::string here;                  ///< the resource that is busiest on the machine that was measured
  std::string there;                 ///< the one that would be on the target
  std::vector<std::string> unknown;  ///< demands without a roof on the target: left out, so it may take longer

  /// Time here over time there, slow and fast end.
  [[nodiscard]] double speedup_low(Seconds measured) const { return measured / high; }
  [[nodiscard]] double speedup_high(Seconds measured) const { return measured / low; }
};

/// The kernel's demand of its memory levels, pipes and issue slots under `target`'s roofs. Between two assumptions lies
/// the interval: the share of the roof that it reaches stays as it is, T * t_there / t_here; or the time it waits stays
/// as it is, T - t_here + t_there; t is the longest of demand / roof. Both once with what the target's data sheet
/// promises, and once with as much of that as the roofs here are of `own`, the data sheet of the board that was
/// measured (empty where it is in no table): projected onto itself a kernel takes the time it took. All leave the
/// demand itself alone: a larger or smaller L2 changes it. Nothing where not_projected() says why.
[[nodiscard]] std::optional<Projection> project(const Placement& kernel, const Ceilings& target, const Ceilings& own);

/// Why project() gives nothing, as the end of a sentence; empty where it gives a projection.
[[nodiscard]] std::string_view not_projected(const Placement& kernel, const Ceilings& target, const Ceilings& own);

}  // namespace rooflens::models

// How long a kernel might take on another board: its demand as it was measured, under that board's roofs. A projection,
// not a measurement, and labelled so wherever it is shown.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "models/base/device_properties.hpp"
#include "models/place/placement.hpp"
#include "models/roofs/ceiling.hpp"

namespace rooflens::models {

/// What every report writes beside such a number.
inline constexpr std::string_view kProjectionLabel = "projected";

struct Projection {
  Seconds shortest;                  ///< at the target's roofs: no kernel with this demand is faster
  Seconds low;                       ///< the interval's fast end
  Seconds high;                      ///< its slow end
  std::optional<Seconds> middle;     ///< what is most likely; absent where it is not known what may be had here
  Seconds by_roofs;                  ///< at the same share of its roof there as here
  std::string here;                  ///< the resource that is busiest on the machine that was measured
  std::string there;                 ///< the one that would be on the target
  std::vector<std::string> unknown;  ///< demands without a roof on the target: left out, so it may take longer

  /// Time here over time there, slow and fast end.
  [[nodiscard]] double speedup_low(Seconds measured) const { return measured / high; }
  [[nodiscard]] double speedup_high(Seconds measured) const { return measured / low; }
};

/// A GPU to project from or onto: its roofs, measured ones or those of its data sheet, SMs and their clock; 0 where
/// these are not known.
struct ProjectedGpu {
  Ceilings roofs;
  int sms = 0;
  Hertz clock{};
  ComputeCapability capability{};
};

/// The kernel's demand of its memory levels, pipes and issue slots under `target`'s roofs.
///
/// Where it is known what its warps wait for (waiting.hpp): the time here times that of the model there over that of
/// the model here. DRAM's latency and what is outside of SMs stay as they are, cycles go with the clock, a resource
/// takes as much less as its roof is higher by `own` and `target`, which are of one kind: two data sheets, or two
/// measurements; a resource of the same compute capability without such roofs goes with SMs and clock. The interval
/// spans units that overlap better and worse, warps that wait longer and less, what is unexplained in proportion and as
/// it is, and kProjectionError. No constant was fitted to two GPUs.
///
/// Else the interval lies between two assumptions: the share of the roof that it reaches stays as it is,
/// T * t_there / t_here; or the time it waits stays as it is, T - t_here + t_there; t is the longest of demand / roof.
/// Both once with what the target promises, and once with as much of that as the roofs here are of `own` (empty where
/// it is in no table): projected onto itself a kernel takes the time it took.
///
/// All leave the demand itself alone: a larger or smaller L2 changes it. Nothing where not_projected() says why.
[[nodiscard]] std::optional<Projection> project(const Placement& kernel, const ProjectedGpu& target,
                                                const ProjectedGpu& own);

/// Why project() gives nothing, as the end of a sentence; empty where it gives a projection.
[[nodiscard]] std::string_view not_projected(const Placement& kernel, const ProjectedGpu& target,
                                             const ProjectedGpu& own);

}  // namespace rooflens::models

// The occupancy that an observation's launches allow, to be held against the one that counters saw over all of them.
#pragma once

#include <optional>
#include <span>

#include "models/record/launch.hpp"
#include "models/record/machine.hpp"

namespace rooflens::models {

/// Warps that the resources of an SM let be resident over the most it can hold, 0..1. Nothing without launches, and
/// where one of them does not say how many blocks an SM holds.
///
/// Of several launches it is the mean over the cycles in which SMs are active, as the achieved occupancy is: sum of
/// resident warps over cycles / sum of cycles. How many cycles each launch took is not recorded, so the warps of all
/// launches count as living equally long: w warps at occupancy o then take cycles in proportion to w / o, and
///   mean = sum(w) / sum(w / o).
/// Where all launches allow the same occupancy that is it.
[[nodiscard]] std::optional<double> theoretical_occupancy(std::span<const Launch> launches,
                                                          const DeviceProperties& device);

}  // namespace rooflens::models

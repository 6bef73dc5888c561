// What would raise the occupancy of a kernel. Found by trying values, so that every number is exact.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "models/base/enum_names.hpp"
#include "models/roofs/occupancy.hpp"

namespace rooflens::models {

enum class BlockParameter { registers, shared, carveout, threads };
template <>
inline constexpr auto kNames<BlockParameter> = std::to_array<std::string_view>({"registers", "shared", "carveout",
                                                                                "threads"});

/// The parameter set to a value: threads per block, registers per thread, shared bytes per block, carve-out bytes.
struct BlockChange {
  BlockParameter parameter;
  std::int64_t value;
};

/// Changes that together raise the occupancy, and to what.
struct OccupancyLift {
  std::vector<BlockChange> changes;
  std::int64_t blocks_per_sm;
  double percent;
};

/// For each parameter that helps alone, the nearest value that raises the occupancy and, where that is another, the
/// nearest that raises it most. Where none helps alone, pairs of them. Registers and shared bytes are upper limits, a
/// carve-out is a lower one; block sizes are whole warps with everything else as it is.
[[nodiscard]] std::vector<OccupancyLift> occupancy_lifts(const OccupancyLimits& limits, const BlockDemand& block);

/// The same block with one parameter changed.
[[nodiscard]] BlockDemand changed(BlockDemand block, BlockChange change);

}  // namespace rooflens::models

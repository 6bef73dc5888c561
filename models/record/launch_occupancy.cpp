#include "models/record/launch_occupancy.hpp"

#include <cstdint>

namespace rooflens::models {

std::optional<double> theoretical_occupancy(std::span<const Launch> launches, const DeviceProperties& device) {
  if (launches.empty() || device.threads_per_sm <= 0 || device.warp_size <= 0) return std::nullopt;
  const auto lanes = static_cast<std::uint64_t>(device.warp_size);
  double all_warps = 0, all_cycles = 0;
  for (const Launch& launch : launches) {
    if (!launch.blocks_per_sm) return std::nullopt;
    const auto warps = static_cast<double>((launch.block.count() + lanes - 1) / lanes);  // of a block
    const double occupancy =
        static_cast<double>(*launch.blocks_per_sm) * warps * device.warp_size / device.threads_per_sm;
    if (launches.size() == 1) return occupancy;
    if (!(occupancy > 0)) return std::nullopt;
    const double run = warps * static_cast<double>(launch.grid.count()) * static_cast<double>(launch.count);
    all_warps += run;
    all_cycles += run / occupancy;
  }
  return all_cycles > 0 ? std::optional(all_warps / all_cycles) : std::nullopt;
}

}  // namespace rooflens::models

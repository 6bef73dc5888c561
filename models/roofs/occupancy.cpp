#include "models/roofs/occupancy.hpp"

#include <algorithm>
#include <cassert>

namespace rooflens::models {
namespace {

struct ResourceWords {
  std::string_view id, label;
};
constexpr std::array kWords{ResourceWords{"warps", "warps"}, ResourceWords{"blocks", "blocks"},
                            ResourceWords{"registers", "registers"}, ResourceWords{"shared", "shared memory"},
                            ResourceWords{"barriers", "barriers"}};

const ResourceWords& words(Resource resource) { return kWords.at(static_cast<std::size_t>(resource)); }

std::int64_t round_up(std::int64_t value, std::int64_t unit) { return (value + unit - 1) / unit * unit; }

using Room = std::optional<std::int64_t>;

Room room_for_warps(const OccupancyLimits& limits, const BlockDemand& block, Occupancy& result) {
  if (block.threads > limits.threads_per_block) {
    result.refusals.push_back(LaunchRefusal::threads_per_block);
    return 0;
  }
  return limits.warps_per_sm / result.warps_per_block;
}

// Warps get registers in units, each from the quarter of the SM that it runs on. Whether a block may be launched is
// asked as if its warps were spread evenly over the quarters.
Room room_for_registers(const OccupancyLimits& limits, const BlockDemand& block, Occupancy& result) {
  const std::int64_t per_warp = round_up(block.registers * kThreadsPerWarp, limits.register_unit);
  result.registers_per_block = per_warp * result.warps_per_block;
  if (block.registers > limits.registers_per_thread) {
    result.refusals.push_back(LaunchRefusal::registers_per_thread);
    return 0;
  }
  if (per_warp * round_up(result.warps_per_block, kSubPartitionsPerSm) > limits.registers_per_block) {
    result.refusals.push_back(LaunchRefusal::registers_per_block);
    return 0;
  }
  if (per_warp == 0) return std::nullopt;
  const std::int64_t warps_per_quarter = limits.registers_per_sm / kSubPartitionsPerSm / per_warp;
  return warps_per_quarter * kSubPartitionsPerSm / result.warps_per_block;
}

// The preferred carve-out holds as long as one block fits into it; a larger block gets the smallest that holds it.
Room room_for_shared(const OccupancyLimits& limits, const BlockDemand& block, Occupancy& result) {
  const std::int64_t needed = round_up(block.shared_bytes + limits.shared_reserved_bytes, limits.shared_unit_bytes);
  const std::int64_t most = limits.shared_reserved_bytes +
                            (block.shared_optin ? limits.shared_bytes_per_block() : limits.shared_bytes_by_default());
  const std::int64_t largest = limits.shared_bytes_per_sm();
  const auto preferred = carveout_of_at_least(limits, block.carveout.value_or(largest));
  result.shared_bytes_per_block = needed;
  result.carveout_bytes = preferred.value_or(largest);
  if (needed > most) {
    result.refusals.push_back(LaunchRefusal::shared_per_block);
    return 0;
  }
  if (result.carveout_bytes < needed) result.carveout_bytes = carveout_of_at_least(limits, needed).value_or(largest);
  if (needed == 0) return std::nullopt;
  return result.carveout_bytes / needed;
}

Room room_for_barriers(const OccupancyLimits& limits, const BlockDemand& block, Occupancy& result) {
  if (limits.barriers_per_sm == 0 || block.barriers <= 0) return std::nullopt;
  const std::int64_t room = limits.barriers_per_sm / block.barriers;
  if (room == 0) result.refusals.push_back(LaunchRefusal::barriers);
  return room;
}

}  // namespace

std::string_view id(Resource resource) { return words(resource).id; }
std::string_view label(Resource resource) { return words(resource).label; }

std::vector<Resource> Occupancy::limiters() const {
  std::vector<Resource> result;
  for (const ResourceLimit& limit : limits) {
    // Some SMs have a barrier for each block and no more: blocks are what is scarce then.
    if (limit.resource == Resource::barriers && limit.blocks == limits.at(1).blocks) continue;
    if (limit.blocks == blocks_per_sm) result.push_back(limit.resource);
  }
  return result;
}

Occupancy occupancy(const OccupancyLimits& limits, const BlockDemand& block) {
  assert(block.threads > 0);
  Occupancy result;
  result.warps_per_block = (block.threads + kThreadsPerWarp - 1) / kThreadsPerWarp;
  result.maximum_warps_per_sm = limits.warps_per_sm;
  result.limits = {ResourceLimit{Resource::warps, room_for_warps(limits, block, result)},
                   ResourceLimit{Resource::blocks, limits.blocks_per_sm},
                   ResourceLimit{Resource::registers, room_for_registers(limits, block, result)},
                   ResourceLimit{Resource::shared, room_for_shared(limits, block, result)},
                   ResourceLimit{Resource::barriers, room_for_barriers(limits, block, result)}};
  result.blocks_per_sm = limits.blocks_per_sm;
  for (const ResourceLimit& limit : result.limits) {
    result.blocks_per_sm = std::min(result.blocks_per_sm, limit.blocks.value_or(result.blocks_per_sm));
  }
  result.warps_per_sm = result.blocks_per_sm * result.warps_per_block;
  return result;
}

}  // namespace rooflens::models

#include "models/roofs/occupancy_lift.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>

namespace rooflens::models {
namespace {

constexpr std::array kParameters{BlockParameter::registers, BlockParameter::shared, BlockParameter::carveout,
                                 BlockParameter::threads};

// Fewer registers, one by one.
std::vector<std::int64_t> fewer_registers(const BlockDemand& block) {
  std::vector<std::int64_t> values;
  const std::int64_t most = std::min<std::int64_t>(block.registers - 1, kMostRegistersOfCompilers);
  for (std::int64_t value = most; value >= 0; --value) values.push_back(value);
  return values;
}

// Less shared memory: the most bytes that each smaller allocation holds.
std::vector<std::int64_t> less_shared(const OccupancyLimits& limits, const BlockDemand& block) {
  std::vector<std::int64_t> values;
  const std::int64_t unit = limits.shared_unit_bytes;
  const std::int64_t most = std::min(block.shared_bytes - 1, limits.shared_bytes_per_block());
  for (std::int64_t allocated = (most + limits.shared_reserved_bytes) / unit * unit;
       allocated >= limits.shared_reserved_bytes; allocated -= unit) {
    values.push_back(allocated - limits.shared_reserved_bytes);
  }
  return values;
}

std::vector<std::int64_t> larger_carveouts(const OccupancyLimits& limits, const BlockDemand& block) {
  std::vector<std::int64_t> values;
  const std::int64_t now = occupancy(limits, block).carveout_bytes;
  for (const int kib : limits.carveouts_kib) {
    if (std::int64_t{kib} * 1024 > now) values.push_back(std::int64_t{kib} * 1024);
  }
  return values;
}

// Whole warps, the nearest first; of two as near the larger.
std::vector<std::int64_t> other_block_sizes(const OccupancyLimits& limits, const BlockDemand& block) {
  std::vector<std::int64_t> values;
  for (std::int64_t value = limits.threads_per_block; value > 0; value -= kThreadsPerWarp) {
    if (value != block.threads) values.push_back(value);
  }
  std::stable_sort(values.begin(), values.end(), [&](std::int64_t a, std::int64_t b) {
    return std::abs(a - block.threads) < std::abs(b - block.threads);
  });
  return values;
}

// Values that might help, the nearest first.
std::vector<std::int64_t> candidates(const OccupancyLimits& limits, const BlockDemand& block,
                                     BlockParameter parameter) {
  switch (parameter) {
    case BlockParameter::registers:
      return fewer_registers(block);
    case BlockParameter::shared:
      return less_shared(limits, block);
    case BlockParameter::carveout:
      return larger_carveouts(limits, block);
    case BlockParameter::threads:
      break;
  }
  return other_block_sizes(limits, block);
}

OccupancyLift lift_by(const OccupancyLimits& limits, const BlockDemand& block, std::vector<BlockChange> changes) {
  BlockDemand other = block;
  for (const BlockChange& change : changes) other = changed(other, change);
  const Occupancy result = occupancy(limits, other);
  return {std::move(changes), result.blocks_per_sm, result.percent()};
}

// The nearest value that gives more than `warps`, and the nearest of those that give most. One, two or none.
std::vector<BlockChange> steps(const OccupancyLimits& limits, const BlockDemand& block, BlockParameter parameter,
                               std::int64_t warps) {
  std::vector<BlockChange> result;
  std::int64_t best = warps;
  for (const std::int64_t value : candidates(limits, block, parameter)) {
    const BlockChange change{parameter, value};
    const std::int64_t reached = occupancy(limits, changed(block, change)).warps_per_sm;
    if (reached <= best) continue;
    best = reached;
    if (result.size() > 1) result.pop_back();
    result.push_back(change);
  }
  return result;
}

// What two limits that are as tight as each other hide: the nearest value of `first` with which `second` helps.
std::optional<OccupancyLift> pair_of(const OccupancyLimits& limits, const BlockDemand& block, BlockParameter first,
                                     BlockParameter second, std::int64_t warps) {
  for (const std::int64_t value : candidates(limits, block, first)) {
    const BlockChange change{first, value};
    const auto helping = steps(limits, changed(block, change), second, warps);
    if (!helping.empty()) return lift_by(limits, block, {change, helping.front()});
  }
  return std::nullopt;
}

}  // namespace

BlockDemand changed(BlockDemand block, BlockChange change) {
  switch (change.parameter) {
    case BlockParameter::registers:
      block.registers = change.value;
      break;
    case BlockParameter::shared:
      block.shared_bytes = change.value;
      break;
    case BlockParameter::carveout:
      block.carveout = change.value;
      break;
    case BlockParameter::threads:
      block.threads = change.value;
      break;
  }
  return block;
}

std::vector<OccupancyLift> occupancy_lifts(const OccupancyLimits& limits, const BlockDemand& block) {
  std::vector<OccupancyLift> lifts;
  const Occupancy now = occupancy(limits, block);
  if (now.warps_per_sm == now.maximum_warps_per_sm) return lifts;
  for (const BlockParameter parameter : kParameters) {
    for (const BlockChange& change : steps(limits, block, parameter, now.warps_per_sm)) {
      lifts.push_back(lift_by(limits, block, {change}));
    }
  }
  if (!lifts.empty()) return lifts;
  for (std::size_t first = 0; first < kParameters.size(); ++first) {
    for (std::size_t second = first + 1; second < kParameters.size(); ++second) {
      auto lift = pair_of(limits, block, kParameters.at(first), kParameters.at(second), now.warps_per_sm);
      if (lift) lifts.push_back(std::move(*lift));
    }
  }
  return lifts;
}

}  // namespace rooflens::models

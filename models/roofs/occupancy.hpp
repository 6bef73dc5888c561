// Theoretical occupancy: how many blocks of a kernel an SM can hold at a time, and which resource stops the next one.
// The rules of cuda_occupancy.h (CUDA 13.0), which a test compares with over everything that it can be asked.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "models/roofs/occupancy_limits.hpp"

namespace rooflens::models {

/// What one block asks for.
struct BlockDemand {
  std::int64_t threads = 1;       ///< at least 1
  std::int64_t registers = 0;     ///< per thread
  std::int64_t shared_bytes = 0;  ///< static and dynamic together, without what the driver reserves
  std::int64_t barriers = 1;      ///< named barriers of the block
  bool shared_optin = true;       ///< the kernel has asked for more than 48 KiB where it needs it
  std::optional<std::int64_t> carveout =
      std::nullopt;  ///< preferred bytes of shared memory on an SM; nothing: the most there is
};

enum class Resource { warps, blocks, registers, shared, barriers };
[[nodiscard]] std::string_view id(Resource resource);     ///< "shared"
[[nodiscard]] std::string_view label(Resource resource);  ///< "shared memory"

/// Blocks on an SM that one resource leaves room for; nothing if the kernel does not use it.
struct ResourceLimit {
  Resource resource{};
  std::optional<std::int64_t> blocks;
};

/// Why a kernel cannot be launched at all.
enum class LaunchRefusal { threads_per_block, registers_per_thread, registers_per_block, shared_per_block, barriers };

struct Occupancy {
  std::int64_t blocks_per_sm = 0;  ///< 0: cannot be launched, see `refusals`
  std::int64_t warps_per_block = 0;
  std::int64_t warps_per_sm = 0;
  int maximum_warps_per_sm = 0;
  std::int64_t registers_per_block = 0;     ///< allocated: rounded up for each warp
  std::int64_t shared_bytes_per_block = 0;  ///< allocated: with what is reserved, rounded up
  std::int64_t carveout_bytes = 0;          ///< shared memory that the SM is set to
  std::array<ResourceLimit, 5> limits;      ///< in the order of Resource
  std::vector<LaunchRefusal> refusals;

  /// Those that leave no room for another block.
  [[nodiscard]] std::vector<Resource> limiters() const;

  [[nodiscard]] double percent() const {
    return 100.0 * static_cast<double>(warps_per_sm) / static_cast<double>(maximum_warps_per_sm);
  }
};

/// A block without threads is our own mistake.
[[nodiscard]] Occupancy occupancy(const OccupancyLimits& limits, const BlockDemand& block);

}  // namespace rooflens::models

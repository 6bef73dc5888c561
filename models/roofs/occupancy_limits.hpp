// What an SM and a block may hold, for each compute capability: the numbers that occupancy follows from, as data.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "models/base/device_properties.hpp"

namespace rooflens::models {

/// A warp's width and the parts that an SM's registers are split into: the same from 7.0 to 12.x.
inline constexpr int kThreadsPerWarp = 32;
inline constexpr int kSubPartitionsPerSm = 4;
inline constexpr int kMostRegistersOfCompilers = 255;

struct OccupancyLimits {
  ComputeCapability compute_capability;
  int warps_per_sm;
  int blocks_per_sm;
  int barriers_per_sm;                 ///< barriers of all resident blocks together; 0: they never limit
  std::span<const int> carveouts_kib;  ///< what shared memory may take of an SM's L1, ascending, in KiB
  int shared_optin_kib;                ///< most that one block may ask for, in KiB
  int shared_reserved_bytes;           ///< taken from every block's share by the driver
  int shared_unit_bytes;               ///< a block's share is a multiple of this
  int shared_default_kib = 48;         ///< most that a block gets without opting in, in KiB
  int threads_per_block = 1024;
  int registers_per_sm = 65536;
  int registers_per_block = 65536;
  int registers_per_thread = 256;  ///< what the calculator accepts
  int register_unit = 256;         ///< a warp's registers are a multiple of this

  [[nodiscard]] std::int64_t shared_bytes_per_sm() const { return std::int64_t{carveouts_kib.back()} * 1024; }
  [[nodiscard]] std::int64_t shared_bytes_per_block() const { return std::int64_t{shared_optin_kib} * 1024; }
  [[nodiscard]] std::int64_t shared_bytes_by_default() const { return std::int64_t{shared_default_kib} * 1024; }
};

/// All that are known, ascending.
[[nodiscard]] std::span<const OccupancyLimits> occupancy_limits();

/// Nothing for a compute capability that the table does not know: neighbours differ too much to guess.
[[nodiscard]] std::optional<OccupancyLimits> occupancy_limits(ComputeCapability cc);

/// The smallest carve-out of at least that many bytes; nothing if even the largest is smaller.
[[nodiscard]] std::optional<std::int64_t> carveout_of_at_least(const OccupancyLimits& limits, std::int64_t bytes);

/// The carve-out for a preference in percent of the largest one, as cudaFuncAttributePreferredSharedMemoryCarveout
/// takes it (0 to 100), in bytes.
[[nodiscard]] std::int64_t carveout_of_percent(const OccupancyLimits& limits, int percent);

}  // namespace rooflens::models

#include "models/roofs/occupancy_limits.hpp"

#include <algorithm>
#include <array>

namespace rooflens::models {
namespace {

// "Unified data cache" sizes of each generation's tuning guide; cuda_occupancy.h 13.0
// (cudaOccAlignUpShmemSizeVoltaPlus).
constexpr std::array kVolta{0, 8, 16, 32, 64, 96};
constexpr std::array kTuring{32, 64};
constexpr std::array kAmpere{0, 8, 16, 32, 64, 100, 132, 164};
constexpr std::array kSmall{0, 8, 16, 32, 64, 100};
constexpr std::array kHopper{0, 8, 16, 32, 64, 100, 132, 164, 196, 228};

// Warps and opt-in sizes: CUDA C++ Programming Guide, "Technical Specifications per Compute Capability". Blocks,
// barriers (counted from 9.0 on) and units: cuda_occupancy.h 13.0. Parts named are those that the row was read for.
// clang-format off
constexpr std::array kLimits{
    //              capability  warps  blocks  barriers  carve-outs  opt-in  reserved  unit
    OccupancyLimits{{7, 0},     64,    32,     0,        kVolta,     96,     0,        256},  // Guide 12.9: V100
    OccupancyLimits{{7, 2},     64,    32,     0,        kVolta,     96,     0,        256},  // Guide 12.9: Xavier
    OccupancyLimits{{7, 5},     32,    16,     0,        kTuring,    64,     0,        256},  // Turing Tuning Guide: T4
    OccupancyLimits{{8, 0},     64,    32,     0,        kAmpere,    163,    1024,     128},  // Ampere Tuning Guide: A100
    OccupancyLimits{{8, 6},     48,    16,     0,        kSmall,     99,     1024,     128},  // Ampere Tuning Guide: A40
    OccupancyLimits{{8, 7},     48,    16,     0,        kAmpere,    163,    1024,     128},  // Guide 13.0: Orin
    OccupancyLimits{{8, 9},     48,    24,     0,        kSmall,     99,     1024,     128},  // Ada Tuning Guide: L40
    OccupancyLimits{{9, 0},     64,    32,     64,       kHopper,    227,    1024,     128},  // Hopper Tuning Guide: H100
    OccupancyLimits{{10, 0},    64,    32,     64,       kHopper,    227,    1024,     128},  // Blackwell Tuning Guide: B200
    OccupancyLimits{{10, 1},    48,    24,     24,       kHopper,    227,    1024,     128},  // Thor before CUDA 13 named it 11.0
    OccupancyLimits{{10, 3},    64,    32,     64,       kHopper,    227,    1024,     128},  // Guide 13.0: B300
    OccupancyLimits{{11, 0},    48,    24,     24,       kHopper,    227,    1024,     128},  // Guide 13.0: Thor
    OccupancyLimits{{12, 0},    48,    24,     24,       kSmall,     99,     1024,     128},  // Guide 13.0: RTX PRO 6000
    OccupancyLimits{{12, 1},    48,    24,     24,       kSmall,     99,     1024,     128},  // Guide 13.0: GB10
};
// clang-format on

}  // namespace

std::span<const OccupancyLimits> occupancy_limits() { return kLimits; }

std::optional<OccupancyLimits> occupancy_limits(ComputeCapability cc) {
  for (const OccupancyLimits& row : kLimits) {
    if (row.compute_capability == cc) return row;
  }
  return std::nullopt;
}

std::optional<std::int64_t> carveout_of_at_least(const OccupancyLimits& limits, std::int64_t bytes) {
  for (const int kib : limits.carveouts_kib) {
    if (std::int64_t{kib} * 1024 >= bytes) return std::int64_t{kib} * 1024;
  }
  return std::nullopt;
}

std::int64_t carveout_of_percent(const OccupancyLimits& limits, int percent) {
  const std::int64_t wanted = std::clamp(percent, 0, 100) * limits.shared_bytes_per_sm() / 100;
  return carveout_of_at_least(limits, wanted).value_or(limits.shared_bytes_per_sm());
}

}  // namespace rooflens::models

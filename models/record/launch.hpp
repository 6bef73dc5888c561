// The geometry of kernel launches.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace rooflens::models {

struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;
  constexpr bool operator==(const Dim3&) const = default;
  /// x * y * z; the largest number where that is more.
  [[nodiscard]] constexpr std::uint64_t count() const {
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const std::uint64_t plane = std::uint64_t{x} * y;
    return z > 0 && plane > most / z ? most : plane * z;
  }
};

/// Of a block: far beyond what any GPU runs, and far from what arithmetic on it could not hold.
inline constexpr std::uint64_t kMostThreads = 1 << 20;

/// Launches of one kernel function with one geometry.
struct Launch {
  std::string function;  ///< kernel function, demangled; empty if unknown
  Dim3 grid;
  Dim3 block;
  int registers_per_thread = 0;
  std::uint64_t static_shared_bytes = 0;   ///< per block
  std::uint64_t dynamic_shared_bytes = 0;  ///< per block
  std::uint64_t local_bytes_per_thread = 0;
  std::optional<int> blocks_per_sm;  ///< resident blocks that resources allow, as the driver's calculator says
  std::uint64_t count = 1;           ///< launches like this in one execution of the observation
};

}  // namespace rooflens::models

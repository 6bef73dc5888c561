// Closed forms of counters that several families share. A warp is 32 lanes, a sector 32 bytes; arrays begin at a
// multiple of 128 bytes. A request of a warp moves every sector that one of its lanes touches, once. Shared memory has
// 32 banks of 4 bytes; an instruction takes a wavefront for each word of its most wanted bank. That no compiler changes
// the number of instructions is looked up in the machine code.
#pragma once

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <vector>

#include "kernels/bytes.hpp"
#include "kernels/counter_names.hpp"
#include "kernels/kernel.hpp"

namespace rooflens::kernels {

inline constexpr std::int64_t kWarpLanes = 32;
inline constexpr std::int64_t kFloatsPerSector = 8;

using ExpectedCounters = std::vector<ExpectedCounter>;

[[nodiscard]] inline ExpectedCounter expect(std::string_view name, std::int64_t value) {
  return {name, static_cast<double>(value)};
}

/// These and more.
[[nodiscard]] inline ExpectedCounters with(ExpectedCounters counters, const ExpectedCounters& more) {
  counters.insert(counters.end(), more.begin(), more.end());
  return counters;
}

/// One access of every one of many threads: instructions of warps, and sectors.
struct GlobalAccess {
  double instructions = 0;
  double sectors = 0;
};

/// Sectors of one warp whose lane l, for the first `lanes` of 32, touches the 4-byte element shift + step l.
[[nodiscard]] constexpr std::int64_t warp_sectors(std::int64_t lanes, std::int64_t step, std::int64_t shift) {
  return step >= kFloatsPerSector ? lanes : (shift % kFloatsPerSector + step * (lanes - 1)) / kFloatsPerSector + 1;
}

/// Thread i of n, in blocks of whole warps, touches the 4-byte element shift + step i of an array that begins with a
/// sector. step is at least 1.
[[nodiscard]] constexpr GlobalAccess global_access(std::int64_t n, std::int64_t step, std::int64_t shift) {
  const std::int64_t whole = n / kWarpLanes;
  const std::int64_t rest = n % kWarpLanes;
  const std::int64_t sectors =
      whole * warp_sectors(kWarpLanes, step, shift) + (rest > 0 ? warp_sectors(rest, step, shift) : 0);
  return {static_cast<double>(ceil_div(n, kWarpLanes)), static_cast<double>(sectors)};
}

/// Wavefronts of threads 0, ..., threads - 1 that each take a word of shared memory, `spacing` words apart, a power of
/// two.
[[nodiscard]] constexpr std::int64_t strided_wavefronts(std::int64_t threads, std::int64_t spacing) {
  const std::int64_t banks = kWarpLanes / std::min(kWarpLanes, spacing);
  return threads / kWarpLanes * ceil_div(kWarpLanes, banks) + ceil_div(threads % kWarpLanes, banks);
}

/// `reads` arrays of n floats read and `writes` written, a lane an element, 4 bytes an access: a warp takes 4 sectors,
/// and the last one what is left. Warps beyond the end leave before their first access.
[[nodiscard]] inline ExpectedCounters contiguous_floats(std::int64_t n, std::int64_t reads, std::int64_t writes) {
  const std::int64_t warps = ceil_div(n, kWarpLanes);
  const std::int64_t sectors = ceil_div(n, kFloatsPerSector);
  return {expect(counter::kGlobalLoads, reads * warps), expect(counter::kGlobalStores, writes * warps),
          expect(counter::kGlobalLoadSectors, reads * sectors), expect(counter::kGlobalStoreSectors, writes * sectors)};
}

/// Elements of a whole block of the 16-byte kernels: 256 threads, four each.
inline constexpr std::int64_t kFloat4BlockElements = 1024;

/// The same with 16 bytes an access; the first warp also takes the up to three elements after the last whole vector,
/// which share a sector, one by one. In a block that is not whole some instructions run with no lane on, and whether
/// they count is not claimed.
[[nodiscard]] inline ExpectedCounters contiguous_float4(std::int64_t n, std::int64_t reads, std::int64_t writes) {
  const std::int64_t sectors = ceil_div(n / 4, 2) + (n % 4 > 0 ? 1 : 0);
  ExpectedCounters counters{expect(counter::kGlobalLoadSectors, reads * sectors),
                            expect(counter::kGlobalStoreSectors, writes * sectors)};
  if (n % kFloat4BlockElements == 0) {
    counters.push_back(expect(counter::kGlobalLoads, reads * n / (4 * kWarpLanes)));
    counters.push_back(expect(counter::kGlobalStores, writes * n / (4 * kWarpLanes)));
  }
  return counters;
}

/// Sectors of `count` instructions, the k-th of which takes `length` >= 0 floats in a row from element k * pitch +
/// `first` on. Where they begin in a sector repeats after eight.
[[nodiscard]] constexpr std::int64_t segment_sectors(std::int64_t count, std::int64_t pitch, std::int64_t length,
                                                     std::int64_t first = 0) {
  std::int64_t sectors = 0;
  if (length == 0) return sectors;
  for (std::int64_t k = 0; k < kFloatsPerSector && k < count; ++k) {
    const std::int64_t offset = (k * pitch + first) % kFloatsPerSector;
    sectors += ceil_div(offset + length, kFloatsPerSector) * ceil_div(count - k, kFloatsPerSector);
  }
  return sectors;
}

/// Sectors of taking every row of an n x n matrix in segments of a warp.
[[nodiscard]] constexpr std::int64_t row_sectors(std::int64_t n) {
  return (n / kWarpLanes) * segment_sectors(n, n, kWarpLanes) +
         segment_sectors(n, n, n % kWarpLanes, n / kWarpLanes * kWarpLanes);
}

}  // namespace rooflens::kernels

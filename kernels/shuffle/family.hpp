// What the variants of shuffle share: parameters, work and counters. An array is read, its elements change lanes, and
// an array is written.
#pragma once

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"
#include "kernels/sample.hpp"
#include "kernels/shuffle/exchange.hpp"

namespace rooflens::kernels::shuffle {

inline constexpr unsigned int kBlock = 256;

/// 2 x 512 MiB by default: far more than any L2 holds.
inline constexpr Parameter kElements{"n", "elements; lanes behind the last one hold zeros", std::int64_t{1} << 27, 1,
                                     std::int64_t{1} << 33};
inline constexpr Parameter kWidth{"width", "lanes that exchange among themselves", 32, 2, 32, 1, true};

/// An element a lane. All lanes have to reach the shuffle, so in a block that is not whole some loads and stores run
/// with no lane on.
[[nodiscard]] inline ExpectedCounters one_counters(const Problem& problem) {
  const std::int64_t n = problem["n"];
  if (n % kBlock == 0) return contiguous_floats(n, 1, 1);
  const std::int64_t sectors = ceil_div(n, kFloatsPerSector);
  return {expect(counter::kGlobalLoadSectors, sectors), expect(counter::kGlobalStoreSectors, sectors)};
}

/// Four elements a lane, in whole blocks.
[[nodiscard]] inline ExpectedCounters array_counters(const Problem& problem) {
  return problem["n"] % kFloat4BlockElements == 0 ? contiguous_float4(problem["n"], 1, 1) : ExpectedCounters{};
}

// What the kernels of shuffle do, on the CPU, one element at a time.

/// Element i of n; elements from n on are 0.
[[nodiscard]] inline float reference(const Input& in, std::uint64_t n, Kind kind, const Exchange& exchange,
                                     std::uint64_t i) {
  const auto source = static_cast<std::uint64_t>(source_element(kind, exchange, static_cast<std::int64_t>(i)));
  return source < n ? in(source) : 0.0F;
}

}  // namespace rooflens::kernels::shuffle

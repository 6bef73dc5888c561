// What the variants of divergence share: parameters, work, and how much each element is worked on. All apply chains of
// multiply-adds (kernels/fma_chain.hpp) to the elements of an array; they differ in which lanes of a warp work
// together.
#pragma once

#include <array>

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"
#include "kernels/fma_chain.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::divergence {

inline constexpr std::int64_t kBlock = 256;

/// 2 x 128 MiB by default, and enough arithmetic that it takes longer than they do.
inline constexpr Parameter kElements{"n", "elements", std::int64_t{1} << 25, 1, std::int64_t{1} << 33};
inline constexpr Parameter kRounds{"rounds", "multiply-adds per element", 512, 1, 1 << 16};
inline constexpr std::array kParameters{kElements, kRounds};
inline constexpr std::array kLoopParameters{
    kElements, Parameter{"step", "multiply-adds that a lane does more than the one before", 16, 1, 1 << 11}};

/// `multiply_adds` in all, and an array read and one written.
[[nodiscard]] inline models::Work chain_work(std::int64_t n, std::int64_t multiply_adds) {
  const models::Bytes array = float_bytes(static_cast<double>(n));
  models::Work work = moved_once(array, array);
  work.operations[models::Precision::fp32] = models::Operations(2.0 * static_cast<double>(multiply_adds));
  return work;
}

/// `rounds` multiply-adds an element.
[[nodiscard]] inline models::Work even_work(const Problem& problem) {
  return chain_work(problem["n"], problem["n"] * problem["rounds"]);
}

/// One load and one store an element by warps of 32 neighbours, and `multiply_adds` by single lanes.
[[nodiscard]] inline ExpectedCounters chain_counters(std::int64_t n, std::int64_t multiply_adds) {
  return with(contiguous_floats(n, 1, 1), {expect(counter::kFfma, multiply_adds)});
}

[[nodiscard]] inline ExpectedCounters even_counters(const Problem& problem) {
  return chain_counters(problem["n"], problem["n"] * problem["rounds"]);
}

/// Multiply-adds of loop-imbalance: lane l does l * step.
[[nodiscard]] inline std::int64_t sum_by_lane(std::int64_t n, std::int64_t step) {
  const std::int64_t rest = n % kWarpLanes;
  return step * (n / kWarpLanes * (kWarpLanes * (kWarpLanes - 1) / 2) + rest * (rest - 1) / 2);
}

/// Multiply-adds of loop-by-warp: every lane of warp w does (w % 32) * step.
[[nodiscard]] inline std::int64_t sum_by_warp(std::int64_t n, std::int64_t step) {
  const std::int64_t warps = n / kWarpLanes;
  return step * (kWarpLanes * sum_by_lane(warps, 1) + warps % kWarpLanes * (n % kWarpLanes));
}

// What the kernels of divergence do, on the CPU, one element at a time.

/// Which chains an element goes through.
enum class Path {
  a,           ///< rounds of chain A
  by_thread,   ///< of chain A for even elements, B for odd ones
  by_warp,     ///< of chain A for even groups of 32 elements, B for odd ones
  a_then_b,    ///< of chain A, then of chain B
  lane_long,   ///< (i % 32) * rounds of chain A
  group_long,  ///< (i / 32 % 32) * rounds of chain A
};

/// Element i.
[[nodiscard]] inline float reference(const Input& in, Path path, std::int64_t rounds, std::uint64_t i) {
  const auto lane = static_cast<std::int64_t>(i % 32);
  const auto group = static_cast<std::int64_t>(i / 32);
  switch (path) {
    case Path::a:
      break;
    case Path::by_thread:
      return fma_chain_reference(in(i), lane % 2 == 0 ? kChainA : kChainB, rounds);
    case Path::by_warp:
      return fma_chain_reference(in(i), group % 2 == 0 ? kChainA : kChainB, rounds);
    case Path::a_then_b:
      return fma_chain_reference(fma_chain_reference(in(i), kChainA, rounds), kChainB, rounds);
    case Path::lane_long:
      return fma_chain_reference(in(i), kChainA, lane * rounds);
    case Path::group_long:
      return fma_chain_reference(in(i), kChainA, group % 32 * rounds);
  }
  return fma_chain_reference(in(i), kChainA, rounds);
}

/// Element i of n, by the thread of a warp that has elements 4 lane to 4 lane + 3: `rounds` of chain A where lane %
/// paths is even, of chain B where it is odd. The up to three elements after the last whole four go through chain A.
[[nodiscard]] inline float streamed(const Input& in, std::uint64_t n, std::int64_t rounds, std::uint64_t paths,
                                    std::uint64_t i) {
  const std::uint64_t whole = n - n % 4;
  const bool b = i < whole && i % 128 / 4 % paths % 2 == 1;
  return fma_chain_reference(in(i), b ? kChainB : kChainA, rounds);
}

}  // namespace rooflens::kernels::divergence

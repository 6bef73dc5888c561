// What the variants of divergence share: parameters, work, and how much each element is worked on. All apply chains of
// multiply-adds (kernels/fma_chain.hpp) to the elements of an array; they differ in which lanes of a warp work
// together.
#pragma once

#include <array>

#include "kernels/bytes.hpp"
#include "kernels/counter_forms.hpp"

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
  ExpectedCounters counters = contiguous_floats(n, 1, 1);
  counters.push_back(expect(counter::kFfma, multiply_adds));
  return counters;
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

}  // namespace rooflens::kernels::divergence

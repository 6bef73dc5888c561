// What the kernels of divergence do, on the CPU, one element at a time.
#pragma once

#include "kernels/sample.hpp"

namespace rooflens::kernels::divergence {

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
[[nodiscard]] float reference(const Input& in, Path path, std::int64_t rounds, std::uint64_t i);

/// Element i of n, by the thread of a warp that has elements 4 lane to 4 lane + 3: `rounds` of chain A where lane %
/// paths is even, of chain B where it is odd. The up to three elements after the last whole four go through chain A.
[[nodiscard]] float streamed(const Input& in, std::uint64_t n, std::int64_t rounds, std::uint64_t paths,
                             std::uint64_t i);

}  // namespace rooflens::kernels::divergence

// What the kernels of divergence do, on the CPU, one element at a time.
#pragma once

#include "kernels/fma_chain.hpp"
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

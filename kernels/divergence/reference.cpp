// The CPU reference of divergence.
#include "kernels/divergence/reference.hpp"

#include "kernels/fma_chain.hpp"

namespace rooflens::kernels::divergence {

float reference(const Input& in, Path path, std::int64_t rounds, std::uint64_t i) {
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

float streamed(const Input& in, std::uint64_t n, std::int64_t rounds, std::uint64_t paths, std::uint64_t i) {
  const std::uint64_t whole = n - n % 4;
  const bool b = i < whole && i % 128 / 4 % paths % 2 == 1;
  return fma_chain_reference(in(i), b ? kChainB : kChainA, rounds);
}

}  // namespace rooflens::kernels::divergence

// The CPU references of latency: where a chase ends, and what chains of FMAs leave.
#pragma once

#include "kernels/latency/family.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::latency {

/// The place of the node that is reached after `steps` steps: followed node by node.
[[nodiscard]] inline double chase_reference(std::int64_t footprint, std::int64_t steps, std::uint32_t seed) {
  const int bits = position_bits(footprint);
  std::vector<std::uint32_t> next(std::size_t{1} << bits);
  for (std::uint32_t step = 0; step < next.size(); ++step)
    next[position(step, bits, seed)] = position(step + 1, bits, seed);
  std::uint32_t place = position(0, bits, seed);
  for (std::int64_t step = 0; step < steps; ++step) place = next[place];
  return place;
}

/// out[i] of `fmas` FMAs in so many chains, in FP64.
[[nodiscard]] inline double fma_reference(const Input& in, std::int64_t fmas, std::int64_t chains, std::uint64_t i) {
  double sum = 0;
  for (std::int64_t chain = 1; chain <= chains; ++chain) {
    sum += static_cast<double>(chain + fmas / chains) * double{in(i)};
  }
  return sum;
}

}  // namespace rooflens::kernels::latency

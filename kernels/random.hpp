// Random inputs as a pure function of (seed, index), the same on CPU and GPU: the GPU fills its buffers from it and the
// CPU reference recomputes any element, so inputs are never copied. Mixer: splitmix64 (Steele, Lea, Flood, OOPSLA 2014).
#pragma once

#include <cstdint>

namespace rooflens::kernels {

/// The finaliser of splitmix64: a bijection whose output bits all depend on all input bits.
[[nodiscard]] constexpr std::uint64_t mix(std::uint64_t x) {
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9U;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebU;
  return x ^ (x >> 31);
}

[[nodiscard]] constexpr std::uint64_t random_bits(std::uint64_t seed, std::uint64_t index) {
  return mix(mix(seed + 1) + (index + 1) * 0x9e3779b97f4a7c15U);
}

/// Element `index` of a random array: uniform over the multiples of 2^-fraction_bits in [-1, 1). With few fraction bits,
/// sums and products stay exact in FP32, so that a result can be compared for equality whatever the order of additions.
struct UniformInput {
  std::uint64_t seed = 0;
  int fraction_bits = 23;  ///< 0..23

  /// The element in units of 2^-fraction_bits: an integer in [-2^fraction_bits, 2^fraction_bits).
  [[nodiscard]] constexpr std::int32_t scaled(std::uint64_t index) const {
    const auto drawn = static_cast<std::int32_t>(random_bits(seed, index) >> (63 - fraction_bits));
    return drawn - (std::int32_t{1} << fraction_bits);
  }
  [[nodiscard]] constexpr float operator()(std::uint64_t index) const {
    return static_cast<float>(scaled(index)) / static_cast<float>(std::int32_t{1} << fraction_bits);
  }
};

}  // namespace rooflens::kernels

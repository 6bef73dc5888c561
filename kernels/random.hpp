// Random inputs as a pure function of (seed, index), the same on CPU and GPU: the GPU fills its buffers from it and the
// CPU reference recomputes any element, so inputs are never copied. Mixer: splitmix64 (Steele, Lea, Flood, OOPSLA
// 2014).
#pragma once

#include <algorithm>
#include <bit>
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

/// Element `index` of a random array: uniform over the 2^bits odd multiples of 2^-bits in (-1, 1). No element is zero,
/// so that a lost one always shows.
struct UniformInput {
  std::uint64_t seed = 0;
  int bits = 24;  ///< 1..24; 24 fill the significand of an FP32 number, 8 that of a bfloat16

  /// The element in units of 2^-bits: an odd integer.
  [[nodiscard]] constexpr std::int32_t scaled(std::uint64_t index) const {
    const auto drawn = static_cast<std::int32_t>(random_bits(seed, index) >> (64 - bits));
    return 2 * drawn + 1 - (std::int32_t{1} << bits);
  }
  [[nodiscard]] constexpr float operator()(std::uint64_t index) const {
    return static_cast<float>(scaled(index)) / static_cast<float>(std::int32_t{1} << bits);
  }
};

/// Bits per element with which the sum of `count` elements is exact in FP32 in every order, so that it can be compared
/// for equality: |sum| < count, in units of 2^-bits, has to stay within 2^24. Beyond 2^23 elements one bit is left, the
/// elements are +-1/2, and |sum| < 2^23 holds by chance: it would be thousands of standard deviations off.
[[nodiscard]] constexpr int exact_sum_bits(std::uint64_t count) {
  return std::clamp(24 - static_cast<int>(std::bit_width(count - 1)), 1, 12);
}

/// The same for a dot product of `count` pairs, whose products are multiples of 2^-2bits; `limit` is what the input
/// format can hold. `count` up to 2^22.
[[nodiscard]] constexpr int exact_dot_bits(std::uint64_t count, int limit) {
  return std::clamp((24 - static_cast<int>(std::bit_width(count - 1))) / 2, 1, limit);
}

}  // namespace rooflens::kernels

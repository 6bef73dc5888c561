// CPU references of peer, where no other family has one: sums and byte counts over a stretch of the input, in integers.
#pragma once

#include <array>

#include "kernels/peer/family.hpp"
#include "kernels/random.hpp"
#include "kernels/sample.hpp"

namespace rooflens::kernels::peer {

/// Random bytes.
struct ByteInput {
  std::uint64_t seed = 0;
  [[nodiscard]] constexpr unsigned char operator()(std::uint64_t i) const {
    return static_cast<unsigned char>(random_bits(seed, i) >> 56);
  }
};

/// Elements begin..end-1 of an array.
struct Stretch {
  std::uint64_t begin = 0;
  std::uint64_t end = 0;
};

/// The sum in units of the input's last bit.
[[nodiscard]] std::int64_t sum_reference(const UniformInput& in, Stretch stretch);

/// Element i of an inclusive scan, from the one before it.
[[nodiscard]] double scan_reference(const Input& in, double before, std::uint64_t i);

using Counts = std::array<std::int64_t, kBins>;

/// How often each byte occurs.
[[nodiscard]] Counts histogram_reference(const ByteInput& in, Stretch stretch);

}  // namespace rooflens::kernels::peer

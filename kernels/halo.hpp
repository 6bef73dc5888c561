// How often neighbourhoods are read, along one axis: what the work formulas of convolutions and stencils share.
#pragma once

#include <algorithm>
#include <cstdint>

#include "kernels/bytes.hpp"

namespace rooflens::kernels {

/// Elements of 0..n-1 that blocks of `out` neighbouring outputs read together, `halo` more on either side:
/// (out + 2 halo) per block, less what lies outside.
[[nodiscard]] inline double halo_reads(std::int64_t n, std::int64_t out, std::int64_t halo) {
  double reads = 0;
  for (std::int64_t first = 0; first < n; first += out) {
    reads += static_cast<double>(std::min(n, first + out + halo) - std::max<std::int64_t>(0, first - halo));
  }
  return reads;
}

/// Pairs of elements of 0..n-1 that are at most `radius` apart, an element with itself included: n (2r + 1) - r (r + 1)
/// from n = r on.
[[nodiscard]] inline double neighbour_pairs(std::int64_t n, std::int64_t radius) {
  double pairs = static_cast<double>(n);
  for (std::int64_t d = 1; d <= radius; ++d) pairs += 2.0 * static_cast<double>(std::max<std::int64_t>(0, n - d));
  return pairs;
}

}  // namespace rooflens::kernels

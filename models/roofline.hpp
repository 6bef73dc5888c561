// The classic roofline: P(I) = min(P_peak, B * I). Williams, Waterman, Patterson, CACM 52(4), 2009.
#pragma once

#include <algorithm>

#include "models/quantity.hpp"

namespace rooflens::models {

/// The rate that a kernel of this arithmetic intensity can reach at most.
[[nodiscard]] constexpr OperationRate attainable(OperationRate peak, ByteRate bandwidth, Intensity intensity) {
  return std::min(peak, bandwidth * intensity);
}

/// The intensity from which on the pipe, not the memory, is the limit.
[[nodiscard]] constexpr Intensity ridge_point(OperationRate peak, ByteRate bandwidth) { return peak / bandwidth; }

/// The same bound as a time: no kernel with this work is faster than max(W / P, Q / B).
[[nodiscard]] constexpr Seconds shortest_time(Operations work, OperationRate peak, Bytes traffic, ByteRate bandwidth) {
  return std::max(work / peak, traffic / bandwidth);
}

}  // namespace rooflens::models

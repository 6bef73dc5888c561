// What the variants share that scan a segment in shared memory: how an element leaves it.
#pragma once

#include <cstdint>

namespace rooflens::kernels::scan {

/// Stores element i of the output, which is number `place` of its segment in `sums`, an inclusive scan.
template <bool Exclusive>
__device__ void store_from(const float* sums, unsigned int place, float* __restrict__ out, std::int64_t i,
                           std::int64_t n) {
  if (i >= n) return;
  if constexpr (Exclusive) {
    out[i] = place == 0 ? 0.0f : sums[place - 1];
  } else {
    out[i] = sums[place];
  }
}

}  // namespace rooflens::kernels::scan

// Arithmetic of known length that no compiler shortens: x <- x * x + c, `length` times, one fused multiply-add each.
// For the c below the map is chaotic and keeps (-1, 1) within (-2, 2), so a wrong length or a wrong path shows in the
// result. The device's half: kernels/device/chained_fma.cuh.
#pragma once

#include <cmath>
#include <cstdint>

namespace rooflens::kernels {

inline constexpr float kChainA = -1.9F;
inline constexpr float kChainB = -1.7F;

/// On the CPU; the device gives the same bits.
[[nodiscard]] inline float fma_chain_reference(float x, float c, std::int64_t length) {
  for (std::int64_t k = 0; k < length; ++k) x = std::fma(x, x, c);
  return x;
}

}  // namespace rooflens::kernels

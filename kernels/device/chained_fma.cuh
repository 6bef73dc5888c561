// The device's half of kernels/fma_chain.hpp.
#pragma once

#include "kernels/fma_chain.hpp"

namespace rooflens::kernels {

/// `length` FFMAs, each of which waits for the one before.
__device__ inline float fma_chain(float x, float c, int length) {
#pragma unroll 16
  for (int k = 0; k < length; ++k) x = __fmaf_rn(x, x, c);
  return x;
}

}  // namespace rooflens::kernels

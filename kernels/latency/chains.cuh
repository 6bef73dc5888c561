// The FMA kernels: a number of chains that the compiler knows, so that each has a register.
#pragma once

#include "kernels/latency/prepared.cuh"

namespace rooflens::kernels::latency {

/// `one` is 1. Every FMA needs the one before it in its chain, and none of the other chains.
template <int chains>
__global__ void chains_kernel(const float* __restrict__ in, float* __restrict__ out, int fmas, float one) {
  const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float step = in[i];
  float x[chains];
#pragma unroll
  for (int c = 0; c < chains; ++c) x[c] = step * static_cast<float>(c + 1);
#pragma unroll 8
  for (int k = 0; k < fmas; ++k) {
#pragma unroll
    for (int c = 0; c < chains; ++c) x[c] = __fmaf_rn(one, x[c], step);
  }
  float sum = x[0];
#pragma unroll
  for (int c = 1; c < chains; ++c) sum += x[c];
  out[i] = sum;
}

}  // namespace rooflens::kernels::latency

// Reads shared memory over and over, with as many bank conflicts as wanted.
#pragma once

#include <cstdint>

#include "kernels/shared_layout/conflict_family.hpp"

namespace rooflens::kernels::shared_layout {

/// Lane l begins in row l % ways and column l / ways: `ways` lanes meet in a bank, each in a row of its own, and one
/// row further every time. Shared memory is read as volatile, or each word would be read once.
__device__ inline void sum_columns(const float* __restrict__ in, float* __restrict__ out, std::int64_t n,
                                   unsigned int ways, int passes) {
  __shared__ float tile[2 * kConflictTile];
  const float* block_in = in + std::int64_t{blockIdx.x} * kConflictTile;
#pragma unroll
  for (unsigned int k = threadIdx.x; k < kConflictTile; k += kConflictBlock) {
    const float value = block_in[k];
    tile[k] = value;
    tile[k + kConflictTile] = value;
  }
  __syncthreads();

  const unsigned int lane = threadIdx.x % 32;
  const volatile float* mine = tile + lane % ways * 32 + lane / ways;
  float sum = 0.0F;
#pragma unroll 1
  for (int pass = 0; pass < passes; ++pass) {
#pragma unroll
    for (unsigned int row = 0; row < kRowsRead; ++row) sum += mine[row * 32];
  }
  const std::int64_t i = std::int64_t{blockIdx.x} * kConflictBlock + threadIdx.x;
  if (i < n) out[i] = sum;
}

}  // namespace rooflens::kernels::shared_layout

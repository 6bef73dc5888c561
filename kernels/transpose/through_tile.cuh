// Moves one 32 x 32 tile through shared memory. The row pitch of the tile is all that sets tiled and padded apart.
#pragma once

#include <cstdint>

#include "kernels/transpose/family.hpp"

namespace rooflens::kernels::transpose {

/// Transposes tile (blockIdx.x, blockIdx.y) with a block of kTile x kBlockRows threads. Any n >= 1.
template <unsigned int Pitch>
__device__ void through_tile(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float tile[kTile][Pitch];

  const int in_column = static_cast<int>(blockIdx.x * kTile + threadIdx.x);
  for (unsigned int j = threadIdx.y; j < kTile; j += kBlockRows) {
    const int in_row = static_cast<int>(blockIdx.y * kTile + j);
    if (in_column < n && in_row < n) tile[j][threadIdx.x] = in[std::int64_t{in_row} * n + in_column];
  }
  __syncthreads();

  const int out_column = static_cast<int>(blockIdx.y * kTile + threadIdx.x);
  for (unsigned int j = threadIdx.y; j < kTile; j += kBlockRows) {
    const int out_row = static_cast<int>(blockIdx.x * kTile + j);
    if (out_column < n && out_row < n) out[std::int64_t{out_row} * n + out_column] = tile[threadIdx.x][j];
  }
}

}  // namespace rooflens::kernels::transpose

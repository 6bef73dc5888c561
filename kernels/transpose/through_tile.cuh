// Moves one square tile through shared memory. Where an element of the tile lies, and how large the tile is, is all
// that sets tiled, padded, swizzled and unrolled-padded apart.
#pragma once

#include <cstdint>

#include "kernels/transpose/family.hpp"

namespace rooflens::kernels::transpose {

/// Rows of `Pitch` words.
template <unsigned int Size, unsigned int Pitch>
struct Pitched {
  static constexpr unsigned int kSize = Size;
  static constexpr unsigned int kWords = Size * Pitch;
  __device__ static unsigned int word(unsigned int row, unsigned int column) { return row * Pitch + column; }
};

/// Rows of 32 words, each in an order of its own.
struct Swizzled {
  static constexpr unsigned int kSize = kTile;
  static constexpr unsigned int kWords = kTile * kTile;
  __device__ static unsigned int word(unsigned int row, unsigned int column) { return row * kTile + (column ^ row); }
};

/// Transposes the tile in row blockIdx.x and column blockIdx.y of tiles with a block of 32 x Rows threads. Blocks that
/// run together lie below each other, so that they write neighbouring parts of the same rows: DRAM takes scattered
/// reads better than scattered writes. Any n >= 1.
template <typename Layout, unsigned int Rows>
__device__ void through_tile(float* tile, const float* __restrict__ in, float* __restrict__ out, int n) {
  constexpr unsigned int kSpans = Layout::kSize / kTile;  // of a row, one a warp
  constexpr unsigned int kSteps = Layout::kSize / Rows * kSpans;
  const unsigned int left = blockIdx.y * Layout::kSize;
  const unsigned int top = blockIdx.x * Layout::kSize;

  float values[kSteps];
#pragma unroll
  for (unsigned int k = 0; k < kSteps; ++k) {
    const int column = static_cast<int>(left + k % kSpans * kTile + threadIdx.x);
    const int row = static_cast<int>(top + k / kSpans * Rows + threadIdx.y);
    values[k] = column < n && row < n ? in[std::int64_t{row} * n + column] : 0.0F;
  }
#pragma unroll
  for (unsigned int k = 0; k < kSteps; ++k) {
    tile[Layout::word(k / kSpans * Rows + threadIdx.y, k % kSpans * kTile + threadIdx.x)] = values[k];
  }
  __syncthreads();
#pragma unroll
  for (unsigned int k = 0; k < kSteps; ++k) {
    values[k] = tile[Layout::word(k % kSpans * kTile + threadIdx.x, k / kSpans * Rows + threadIdx.y)];
  }
#pragma unroll
  for (unsigned int k = 0; k < kSteps; ++k) {
    const int row = static_cast<int>(left + k / kSpans * Rows + threadIdx.y);
    const int column = static_cast<int>(top + k % kSpans * kTile + threadIdx.x);
    if (column < n && row < n) out[std::int64_t{row} * n + column] = values[k];
  }
}

}  // namespace rooflens::kernels::transpose

// Four neighbours of a row at a time, 16 bytes where the row's length allows it: rows of a multiple of four elements
// are aligned, and such a group lies either inside a row or outside.
#pragma once

#include <cuda_runtime.h>

namespace rooflens::kernels {

/// to[0..3] = row[column..column + 3], zero outside 0..n-1. kAligned: n and column are multiples of four.
template <bool kAligned>
__device__ void load_four(float* to, const float* __restrict__ row, int column, int n) {
  if constexpr (kAligned) {
    float4 four{0.0f, 0.0f, 0.0f, 0.0f};
    if (column >= 0 && column < n) four = *reinterpret_cast<const float4*>(row + column);
    to[0] = four.x;
    to[1] = four.y;
    to[2] = four.z;
    to[3] = four.w;
  } else {
#pragma unroll
    for (int j = 0; j < 4; ++j) to[j] = column + j >= 0 && column + j < n ? row[column + j] : 0.0f;
  }
}

/// row[column..column + 3] = from[0..3], but for what lies outside 0..n-1; column >= 0.
template <bool kAligned>
__device__ void store_four(float* __restrict__ row, const float* from, int column, int n) {
  if constexpr (kAligned) {
    *reinterpret_cast<float4*>(row + column) = float4{from[0], from[1], from[2], from[3]};
  } else {
#pragma unroll
    for (int j = 0; j < 4; ++j) {
      if (column + j < n) row[column + j] = from[j];
    }
  }
}

}  // namespace rooflens::kernels

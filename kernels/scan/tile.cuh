// A block scans a tile in registers: a warp owns rows of 128 consecutive elements, 4 to a lane, so that all accesses
// are coalesced vectors of 16 bytes and nothing has to be exchanged through shared memory but the sums of the warps.
#pragma once

#include <cstdint>

namespace rooflens::kernels::scan {

inline constexpr unsigned int kWarp = 32;
inline constexpr unsigned int kTileThreads = 256;
inline constexpr unsigned int kTileWarps = kTileThreads / kWarp;
inline constexpr unsigned int kRowFloats = 4 * kWarp;
/// Rows of each warp, 16 elements a thread, where there is no parameter.
inline constexpr unsigned int kRows = 4;

[[nodiscard]] constexpr std::int64_t tile_floats(unsigned int rows) {
  return std::int64_t{rows} * kRowFloats * kTileWarps;
}

/// The elements of one thread, each replaced by the sum of those of its vector up to it, and what precedes each vector
/// within the warp.
template <unsigned int Rows>
struct TileItems {
  float4 sums[Rows];
  float before[Rows];
};

/// Where the calling lane's vector of row k begins, for tile number `tile`.
template <unsigned int Rows>
__device__ std::int64_t vector_begin(std::int64_t tile, unsigned int k) {
  const unsigned int warp = threadIdx.x / kWarp;
  const unsigned int lane = threadIdx.x % kWarp;
  return tile * tile_floats(Rows) + (warp * Rows + k) * kRowFloats + 4 * lane;
}

/// Zeros behind the end.
template <unsigned int Rows>
__device__ void load_tile(const float* in, std::int64_t n, std::int64_t tile, TileItems<Rows>& items) {
  if ((tile + 1) * tile_floats(Rows) <= n) {
#pragma unroll
    for (unsigned int k = 0; k < Rows; ++k) {
      items.sums[k] = *reinterpret_cast<const float4*>(in + vector_begin<Rows>(tile, k));
    }
    return;
  }
#pragma unroll
  for (unsigned int k = 0; k < Rows; ++k) {
    const std::int64_t i = vector_begin<Rows>(tile, k);
    items.sums[k] = {i < n ? in[i] : 0.0f, i + 1 < n ? in[i + 1] : 0.0f, i + 2 < n ? in[i + 2] : 0.0f,
                     i + 3 < n ? in[i + 3] : 0.0f};
  }
}

/// Scans the warp's rows; the sum of all of them in every lane.
template <unsigned int Rows>
__device__ float scan_rows(TileItems<Rows>& items) {
  const unsigned int lane = threadIdx.x % kWarp;
  float total = 0.0f;
#pragma unroll
  for (unsigned int k = 0; k < Rows; ++k) {
    float4& v = items.sums[k];
    v.y += v.x;
    v.z += v.y;
    v.w += v.z;
    float sum = v.w;  // of this lane's vector and all before it in the row
#pragma unroll
    for (unsigned int distance = 1; distance < kWarp; distance *= 2) {
      const float other = __shfl_up_sync(0xffffffffU, sum, distance);
      if (lane >= distance) sum += other;
    }
    const float previous = __shfl_up_sync(0xffffffffU, sum, 1);
    items.before[k] = lane == 0 ? total : total + previous;
    total += __shfl_sync(0xffffffffU, sum, kWarp - 1);
  }
  return total;
}

/// Of a tile: what precedes the calling warp's rows, and the sum of all.
struct WarpPlace {
  float before;
  float total;
};

/// All threads call it once.
__device__ inline WarpPlace place_warp(float warp_total) {
  __shared__ float totals[kTileWarps];
  const unsigned int warp = threadIdx.x / kWarp;
  if (threadIdx.x % kWarp == 0) totals[warp] = warp_total;
  __syncthreads();
  WarpPlace place{0.0f, 0.0f};
#pragma unroll
  for (unsigned int w = 0; w < kTileWarps; ++w) {
    if (w == warp) place.before = place.total;
    place.total += totals[w];
  }
  return place;
}

/// Adds `before` to all that scan_rows() left and stores it.
template <bool Exclusive, unsigned int Rows>
__device__ void store_tile(float* out, std::int64_t n, std::int64_t tile, const TileItems<Rows>& items, float before) {
  const bool whole = (tile + 1) * tile_floats(Rows) <= n;
#pragma unroll
  for (unsigned int k = 0; k < Rows; ++k) {
    const float b = before + items.before[k];
    const float4 v = items.sums[k];
    const float4 result = Exclusive ? float4{b, b + v.x, b + v.y, b + v.z} : float4{b + v.x, b + v.y, b + v.z, b + v.w};
    const std::int64_t i = vector_begin<Rows>(tile, k);
    if (whole) {
      *reinterpret_cast<float4*>(out + i) = result;
      continue;
    }
    if (i < n) out[i] = result.x;
    if (i + 1 < n) out[i + 1] = result.y;
    if (i + 2 < n) out[i + 2] = result.z;
    if (i + 3 < n) out[i + 3] = result.w;
  }
}

}  // namespace rooflens::kernels::scan

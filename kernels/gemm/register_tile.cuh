// One tile of C = A B, 128 x 128 elements by 256 threads, 8 x 8 sums in registers each; slices of A (transposed) and B
// pass through shared memory, double-buffered: the next slice travels through registers while this one is multiplied.
//
// `kWidth` elements are loaded, and stored, at a time. A thread's sums lie `kWidth` apart in groups, so that a warp
// reads whole rows of banks at every width. Its lanes form 4 rows and 8 columns, interleaved so that neighbours read
// the same words and a half-warp's 16-byte loads need one wavefront.
#pragma once

#include <cuda_fp16.h>

#include <cstdint>

#include "kernels/gemm/family.hpp"
#include "kernels/gemm/prepared.cuh"

namespace rooflens::kernels::gemm {

template <typename T, int kCount>
struct alignas(sizeof(T) * kCount) Vector {
  T at[kCount];
};

/// 8 x 8 sums of products. FP16 pairs two columns in one instruction and sums in FP16.
template <typename T>
struct RegisterSums {
  float at[kRegisterSums][kRegisterSums];
  __device__ void add(const T (&a)[kRegisterSums], const T (&b)[kRegisterSums]) {
#pragma unroll
    for (int i = 0; i < kRegisterSums; ++i) {
#pragma unroll
      for (int j = 0; j < kRegisterSums; ++j) at[i][j] += a[i] * b[j];
    }
  }
  __device__ float value(int i, int j) const { return at[i][j]; }
};

template <>
struct RegisterSums<__half> {
  __half2 at[kRegisterSums][kRegisterSums / 2];
  __device__ void add(const __half (&a)[kRegisterSums], const __half (&b)[kRegisterSums]) {
#pragma unroll
    for (int i = 0; i < kRegisterSums; ++i) {
#pragma unroll
      for (int j = 0; j < kRegisterSums / 2; ++j) {
        at[i][j] = __hfma2(__half2half2(a[i]), __halves2half2(b[2 * j], b[2 * j + 1]), at[i][j]);
      }
    }
  }
  __device__ float value(int i, int j) const {
    return j % 2 == 0 ? __low2float(at[i][j / 2]) : __high2float(at[i][j / 2]);
  }
};

/// `kWhole`: n is a multiple of the tile, so that nothing has to be checked and every vector is aligned.
template <typename T, int kWidth, int kSlice, bool kWhole>
struct RegisterTile {
  static constexpr int kTile = kRegisterTile;
  static constexpr int kPitchA = kTile + 16 / static_cast<int>(sizeof(T));  // the transposing stores hit all banks
  static constexpr int kRowsOfLanes = 4;
  static constexpr int kColumnsOfLanes = 8;
  static constexpr int kWarpRows = kRowsOfLanes * kRegisterSums;
  static constexpr int kWarpColumns = kColumnsOfLanes * kRegisterSums;
  static constexpr int kVectors = kTile * kSlice / kWidth / kRegisterThreads;  // a thread's share of a slice
  static constexpr int kStore = kWidth < 4 ? kWidth : 4;                       // elements of C, 16 bytes at most
  using Loaded = Vector<T, kWidth>;

  struct Slice {
    alignas(16) T a[kSlice][kPitchA];
    alignas(16) T b[kSlice][kTile];
  };
  static_assert(2 * sizeof(Slice) <= 48 * 1024 && kVectors * kWidth * kRegisterThreads == kTile * kSlice);

  /// A thread's share of the next slice, on its way from global to shared memory.
  struct Travelling {
    Loaded a[kVectors];
    Loaded b[kVectors];
  };

  __device__ static Loaded load(const T* __restrict__ matrix, int row, int column, int n) {
    const T* from = &matrix[std::int64_t{row} * n + column];
    if constexpr (kWhole) {
      return *reinterpret_cast<const Loaded*>(from);
    } else {
      Loaded loaded;
#pragma unroll
      for (int j = 0; j < kWidth; ++j) loaded.at[j] = row < n && column + j < n ? from[j] : static_cast<T>(0.0f);
      return loaded;
    }
  }

  __device__ static void fetch(Travelling& next, const T* __restrict__ a, const T* __restrict__ b, int n, int k) {
    const int row = static_cast<int>(blockIdx.y) * kTile;
    const int column = static_cast<int>(blockIdx.x) * kTile;
#pragma unroll
    for (int i = 0; i < kVectors; ++i) {
      const int v = static_cast<int>(threadIdx.x) + i * kRegisterThreads;
      next.a[i] = load(a, row + v / (kSlice / kWidth), k + v % (kSlice / kWidth) * kWidth, n);
      next.b[i] = load(b, k + v / (kTile / kWidth), column + v % (kTile / kWidth) * kWidth, n);
    }
  }

  __device__ static void store(const Travelling& next, Slice& slice) {
#pragma unroll
    for (int i = 0; i < kVectors; ++i) {
      const int v = static_cast<int>(threadIdx.x) + i * kRegisterThreads;
      const int k = v % (kSlice / kWidth) * kWidth;
#pragma unroll
      for (int j = 0; j < kWidth; ++j) slice.a[k + j][v / (kSlice / kWidth)] = next.a[i].at[j];
      T* to = &slice.b[v / (kTile / kWidth)][v % (kTile / kWidth) * kWidth];
      *reinterpret_cast<Loaded*>(to) = next.b[i];
    }
  }

  /// Where sum i (of 8) of a thread lies from its first one, in a dimension with `lanes` lanes.
  __device__ static constexpr int offset(int i, int lanes) { return i / kWidth * lanes * kWidth + i % kWidth; }

  template <int kLanes>
  __device__ static void pick(T (&picked)[kRegisterSums], const T* from) {
#pragma unroll
    for (int i = 0; i < kRegisterSums; i += kWidth) {
      const Loaded loaded = *reinterpret_cast<const Loaded*>(from + offset(i, kLanes));
#pragma unroll
      for (int j = 0; j < kWidth; ++j) picked[i + j] = loaded.at[j];
    }
  }

  __device__ static void write(const RegisterSums<T>& sums, float* __restrict__ c, int row, int column, int n) {
#pragma unroll
    for (int i = 0; i < kRegisterSums; ++i) {
      const int y = row + offset(i, kRowsOfLanes);
#pragma unroll
      for (int j = 0; j < kRegisterSums; j += kStore) {
        const int x = column + offset(j, kColumnsOfLanes);
        float* to = &c[std::int64_t{y} * n + x];
        Vector<float, kStore> values;
#pragma unroll
        for (int l = 0; l < kStore; ++l) values.at[l] = sums.value(i, j + l);
        if constexpr (kWhole) {
          *reinterpret_cast<Vector<float, kStore>*>(to) = values;
        } else {
#pragma unroll
          for (int l = 0; l < kStore; ++l) {
            if (y < n && x + l < n) to[l] = values.at[l];
          }
        }
      }
    }
  }

  /// With a block of 256 threads for every tile of C.
  __device__ static void multiply(const T* __restrict__ a, const T* __restrict__ b, float* __restrict__ c, int n) {
    __shared__ Slice slices[2];
    const int lane = static_cast<int>(threadIdx.x) % 32;
    const int warp = static_cast<int>(threadIdx.x) / 32;
    const int lane_row = lane % 2 + lane / 16 * 2;
    const int lane_column = lane / 2 % kColumnsOfLanes;
    const int row = warp / (kTile / kWarpColumns) * kWarpRows + lane_row * kWidth;
    const int column = warp % (kTile / kWarpColumns) * kWarpColumns + lane_column * kWidth;

    RegisterSums<T> sums{};
    Travelling next;
    fetch(next, a, b, n, 0);
    store(next, slices[0]);
    __syncthreads();
    int current = 0;
    for (int k = 0; k < n; k += kSlice) {
      const bool more = k + kSlice < n;
      if (more) fetch(next, a, b, n, k + kSlice);
#pragma unroll
      for (int i = 0; i < kSlice; ++i) {
        T as[kRegisterSums];
        T bs[kRegisterSums];
        pick<kRowsOfLanes>(as, &slices[current].a[i][row]);
        pick<kColumnsOfLanes>(bs, &slices[current].b[i][column]);
        sums.add(as, bs);
      }
      current ^= 1;
      if (more) {  // everybody has left this slice since the last barrier
        store(next, slices[current]);
        __syncthreads();
      }
    }
    write(sums, c, static_cast<int>(blockIdx.y) * kTile + row, static_cast<int>(blockIdx.x) * kTile + column, n);
  }
};

// Launches the kernels that keep 8 x 8 sums in registers: one compiled without checks where n allows it, else the
// other.

template <typename T>
using KernelFunction = void (*)(const T*, const T*, float*, int);

template <typename T>
[[nodiscard]] Launch<T> register_launch(const Problem& problem, KernelFunction<T> whole, KernelFunction<T> checked,
                                        const char* name) {
  const std::int64_t n = problem["n"];
  const unsigned int tiles = grid_for(n, kRegisterTile);
  return {n % kRegisterTile == 0 ? whole : checked, name, dim3(tiles, tiles), dim3(kRegisterThreads)};
}

}  // namespace rooflens::kernels::gemm

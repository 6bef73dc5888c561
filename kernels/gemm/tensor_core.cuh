// What the kernels on the tensor cores share: the geometry of a tile, and slices of A and B on their way to shared
// memory.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include <cstdint>

#include "kernels/gemm/family.hpp"

namespace rooflens::kernels::gemm {

namespace wmma = nvcuda::wmma;

constexpr int kTensorSlice = 32;  // columns of A and rows of B in shared memory at a time
constexpr int kFragment = 16;
constexpr int kWarpRows = 64;
constexpr int kWarpColumns = 32;
[[maybe_unused]] constexpr int kFragmentRows = kWarpRows / kFragment;
[[maybe_unused]] constexpr int kFragmentColumns = kWarpColumns / kFragment;
constexpr int kChunk = 8;  // elements in a 16-byte copy
constexpr int kPad = 8;    // spreads the rows of a fragment over all banks; keeps 32-byte alignment

template <typename T>
struct TensorSlice {
  T a[kTensorTile][kTensorSlice + kPad];
  T b[kTensorSlice][kTensorTile + kPad];
};

// wmma loads want each fragment 32-byte aligned; fragments begin 16 rows and 16 columns apart.
static_assert(kFragment * sizeof(TensorSlice<__half>::a[0]) % 32 == 0 &&
              kFragment * sizeof(TensorSlice<__half>::b[0]) % 32 == 0);
static_assert(sizeof(TensorSlice<__half>::a) % 32 == 0 && sizeof(TensorSlice<__half>) % 32 == 0 &&
              2 * sizeof(TensorSlice<__half>) <= 48 * 1024);

// Starts copying columns k..k+31 of the block's rows of A, and rows k..k+31 of its columns of B.
template <typename T>
__device__ void copy_slice(TensorSlice<T>& slice, const T* a, const T* b, std::int64_t n, int row, int column, int k) {
  constexpr int kChunksPerRowA = kTensorSlice / kChunk;
  constexpr int kChunksPerRowB = kTensorTile / kChunk;
  for (int i = static_cast<int>(threadIdx.x); i < kTensorTile * kChunksPerRowA; i += kTensorThreads) {
    const int y = i / kChunksPerRowA;
    const int x = i % kChunksPerRowA * kChunk;
    __pipeline_memcpy_async(&slice.a[y][x], &a[(row + y) * n + k + x], kChunk * sizeof(T));
  }
  for (int i = static_cast<int>(threadIdx.x); i < kTensorSlice * kChunksPerRowB; i += kTensorThreads) {
    const int y = i / kChunksPerRowB;
    const int x = i % kChunksPerRowB * kChunk;
    __pipeline_memcpy_async(&slice.b[y][x], &b[(k + y) * n + column + x], kChunk * sizeof(T));
  }
  __pipeline_commit();
}

}  // namespace rooflens::kernels::gemm

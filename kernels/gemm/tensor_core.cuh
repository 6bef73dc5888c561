// One tile of C = A B on the tensor cores with 16-bit inputs: 8 warps, each 64 x 32 elements of C as 4 x 2 accumulators
// of 16 x 16; the next slice of A and B is copied asynchronously while this one is multiplied.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>
#include <cuda_pipeline.h>
#include <mma.h>

#include <cstdint>

#include "kernels/gemm/tensor_core.hpp"

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

/// With a block of kTensorThreads threads for every tile of C. T: __half, __nv_bfloat16.
template <typename T>
__device__ void tensor_core_tile(const T* __restrict__ a, const T* __restrict__ b, float* __restrict__ c, int n) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800  // older devices have no such instruction; prepare() refuses them
  __shared__ alignas(128) TensorSlice<T> slices[2];
  const int row = static_cast<int>(blockIdx.y) * kTensorTile;
  const int column = static_cast<int>(blockIdx.x) * kTensorTile;
  const int warp = static_cast<int>(threadIdx.x) / 32;
  const int warp_row = warp / (kTensorTile / kWarpColumns) * kWarpRows;
  const int warp_column = warp % (kTensorTile / kWarpColumns) * kWarpColumns;

  wmma::fragment<wmma::accumulator, kFragment, kFragment, kFragment, float> sums[kFragmentRows][kFragmentColumns];
  for (auto& line : sums) {
    for (auto& sum : line) wmma::fill_fragment(sum, 0.0f);
  }

  copy_slice(slices[0], a, b, n, row, column, 0);
  for (int k = 0; k < n; k += kTensorSlice) {
    const TensorSlice<T>& slice = slices[k / kTensorSlice % 2];
    if (k + kTensorSlice < n) {
      copy_slice(slices[(k / kTensorSlice + 1) % 2], a, b, n, row, column, k + kTensorSlice);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();  // every thread's part of the slice is there

#pragma unroll
    for (int inner = 0; inner < kTensorSlice; inner += kFragment) {
      wmma::fragment<wmma::matrix_a, kFragment, kFragment, kFragment, T, wmma::row_major> as[kFragmentRows];
      wmma::fragment<wmma::matrix_b, kFragment, kFragment, kFragment, T, wmma::row_major> bs[kFragmentColumns];
      for (int i = 0; i < kFragmentRows; ++i) {
        wmma::load_matrix_sync(as[i], &slice.a[warp_row + i * kFragment][inner], kTensorSlice + kPad);
      }
      for (int j = 0; j < kFragmentColumns; ++j) {
        wmma::load_matrix_sync(bs[j], &slice.b[inner][warp_column + j * kFragment], kTensorTile + kPad);
      }
      for (int i = 0; i < kFragmentRows; ++i) {
        for (int j = 0; j < kFragmentColumns; ++j) wmma::mma_sync(sums[i][j], as[i], bs[j], sums[i][j]);
      }
    }
    __syncthreads();  // nobody reads the slice any more: the next round overwrites it
  }

  for (int i = 0; i < kFragmentRows; ++i) {
    for (int j = 0; j < kFragmentColumns; ++j) {
      const std::int64_t corner =
          std::int64_t{row + warp_row + i * kFragment} * n + column + warp_column + j * kFragment;
      wmma::store_matrix_sync(&c[corner], sums[i][j], static_cast<unsigned int>(n), wmma::mem_row_major);
    }
  }
#endif
}

}  // namespace rooflens::kernels::gemm

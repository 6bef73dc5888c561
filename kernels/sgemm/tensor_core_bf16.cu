// sgemm/tensor-core-bf16 on the device: 8 warps, each 64 x 32 elements of C as 4 x 2 accumulators of 16 x 16; the next
// slice of A and B is copied asynchronously while this one is multiplied.
#include "kernels/sgemm/tensor_core_bf16.hpp"

#include <cuda_pipeline.h>
#include <mma.h>

#include "kernels/sgemm/prepared.cuh"

namespace rooflens::kernels::sgemm {

namespace wmma = nvcuda::wmma;

constexpr int kSlice = 32;  // columns of A and rows of B in shared memory at a time
constexpr int kThreads = 256;
constexpr int kFragment = 16;
constexpr int kWarpRows = 64;
constexpr int kWarpColumns = 32;
[[maybe_unused]] constexpr int kFragmentRows = kWarpRows / kFragment;
[[maybe_unused]] constexpr int kFragmentColumns = kWarpColumns / kFragment;
constexpr int kChunk = 8;  // elements in a 16-byte copy
constexpr int kPad = 8;    // spreads the rows of a fragment over all banks; keeps 32-byte alignment

struct Slice {
  __nv_bfloat16 a[kTensorTile][kSlice + kPad];
  __nv_bfloat16 b[kSlice][kTensorTile + kPad];
};

// wmma loads want each fragment 32-byte aligned; fragments begin 16 rows and 16 columns apart.
static_assert(kFragment * sizeof(Slice::a[0]) % 32 == 0 && kFragment * sizeof(Slice::b[0]) % 32 == 0);
static_assert(sizeof(Slice::a) % 32 == 0 && sizeof(Slice) % 32 == 0 && 2 * sizeof(Slice) <= 48 * 1024);

// Starts copying columns k..k+31 of the block's rows of A, and rows k..k+31 of its columns of B.
__device__ void copy_slice(Slice& slice, const __nv_bfloat16* a, const __nv_bfloat16* b, std::int64_t n, int row,
                           int column, int k) {
  constexpr int kChunksPerRowA = kSlice / kChunk;
  constexpr int kChunksPerRowB = kTensorTile / kChunk;
  for (int i = static_cast<int>(threadIdx.x); i < kTensorTile * kChunksPerRowA; i += kThreads) {
    const int y = i / kChunksPerRowA;
    const int x = i % kChunksPerRowA * kChunk;
    __pipeline_memcpy_async(&slice.a[y][x], &a[(row + y) * n + k + x], kChunk * sizeof(__nv_bfloat16));
  }
  for (int i = static_cast<int>(threadIdx.x); i < kSlice * kChunksPerRowB; i += kThreads) {
    const int y = i / kChunksPerRowB;
    const int x = i % kChunksPerRowB * kChunk;
    __pipeline_memcpy_async(&slice.b[y][x], &b[(k + y) * n + column + x], kChunk * sizeof(__nv_bfloat16));
  }
  __pipeline_commit();
}

__global__ void __launch_bounds__(kThreads, 2)
    tensor_core_bf16_kernel(const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b,
                            float* __restrict__ c, int n) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800  // older devices have no such instruction; prepare() refuses them
  __shared__ alignas(128) Slice slices[2];
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
  for (int k = 0; k < n; k += kSlice) {
    const Slice& slice = slices[k / kSlice % 2];
    if (k + kSlice < n) {
      copy_slice(slices[(k / kSlice + 1) % 2], a, b, n, row, column, k + kSlice);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();  // every thread's part of the slice is there

#pragma unroll
    for (int inner = 0; inner < kSlice; inner += kFragment) {
      wmma::fragment<wmma::matrix_a, kFragment, kFragment, kFragment, __nv_bfloat16, wmma::row_major> as[kFragmentRows];
      wmma::fragment<wmma::matrix_b, kFragment, kFragment, kFragment, __nv_bfloat16, wmma::row_major>
          bs[kFragmentColumns];
      for (int i = 0; i < kFragmentRows; ++i) {
        wmma::load_matrix_sync(as[i], &slice.a[warp_row + i * kFragment][inner], kSlice + kPad);
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

std::unique_ptr<Prepared> prepare_tensor_core_bf16(const Problem& problem) {
  const unsigned int tiles = grid_for(problem["n"], kTensorTile);
  return make_prepared<__nv_bfloat16>(tensor_core_bf16, problem,
                                      {tensor_core_bf16_kernel, "rooflens::kernels::sgemm::tensor_core_bf16_kernel",
                                       dim3(tiles, tiles), dim3(kThreads)});
}

}  // namespace rooflens::kernels::sgemm

// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    a, b FP16, c FP32, tensor cores, tiles of 128 x
// 128
// flops 2n^3 (tensor FP16), bytes read 4n^3 / 128, bytes written 4n^2; compulsory 8n^2
// a block of 8 warps keeps its tile of c in registers, a warp 64 x 32 elements as 4 x 2 accumulators of 16 x 16; the
// next 32 columns of a and rows of b are copied to shared memory while these are multiplied
#include "kernels/gemm/prepared.cuh"
#include "kernels/gemm/tensor_core.cuh"

namespace rooflens::kernels::gemm {

__global__ void __launch_bounds__(kTensorThreads, 2)
    tensor_core_fp16_kernel(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n) {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 800  // older devices have no such instruction; prepare() refuses them
  __shared__ alignas(128) TensorSlice<__half> slices[2];
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
    const TensorSlice<__half>& slice = slices[k / kTensorSlice % 2];
    if (k + kTensorSlice < n) {
      copy_slice(slices[(k / kTensorSlice + 1) % 2], a, b, n, row, column, k + kTensorSlice);
      __pipeline_wait_prior(1);
    } else {
      __pipeline_wait_prior(0);
    }
    __syncthreads();  // every thread's part of the slice is there

#pragma unroll
    for (int inner = 0; inner < kTensorSlice; inner += kFragment) {
      wmma::fragment<wmma::matrix_a, kFragment, kFragment, kFragment, __half, wmma::row_major> as[kFragmentRows];
      wmma::fragment<wmma::matrix_b, kFragment, kFragment, kFragment, __half, wmma::row_major> bs[kFragmentColumns];
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

std::unique_ptr<Prepared> prepare_tensor_core_fp16(const Problem& problem) {
  const unsigned int tiles = grid_for(problem["n"], kTensorTile);
  return make_prepared<__half>(
      problem, {ROOFLENS_NAMED(gemm, tensor_core_fp16_kernel), dim3(tiles, tiles), dim3(kTensorThreads)});
}

}  // namespace rooflens::kernels::gemm

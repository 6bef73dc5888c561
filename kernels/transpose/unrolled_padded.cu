// for r, c in 0..n-1: out[c][r] = in[r][c]    through a 64 x 65 tile, all of a thread's 128 / rows loads before its
// first store
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: nothing; longer pieces of rows and more bytes in flight than padded
#include "kernels/transpose/family.hpp"
#include "kernels/transpose/prepared.cuh"

namespace rooflens::kernels::transpose {

template <unsigned int Rows>
__global__ void unrolled_padded_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
  constexpr unsigned int kPitch = kUnrolledTile + 1;
  __shared__ float tile[kUnrolledTile * kPitch];
  constexpr unsigned int kSteps = 2 * kUnrolledTile / Rows;  // a warp takes half a row, first the left one
  const unsigned int left = blockIdx.y * kUnrolledTile;
  const unsigned int top = blockIdx.x * kUnrolledTile;

  float values[kSteps];
#pragma unroll
  for (unsigned int k = 0; k < kSteps; ++k) {
    const int column = static_cast<int>(left + k % 2 * kTile + threadIdx.x);
    const int row = static_cast<int>(top + k / 2 * Rows + threadIdx.y);
    values[k] = column < n && row < n ? in[std::int64_t{row} * n + column] : 0.0F;
  }
#pragma unroll
  for (unsigned int k = 0; k < kSteps; ++k)
    tile[(k / 2 * Rows + threadIdx.y) * kPitch + k % 2 * kTile + threadIdx.x] = values[k];
  __syncthreads();
#pragma unroll
  for (unsigned int k = 0; k < kSteps; ++k)
    values[k] = tile[(k % 2 * kTile + threadIdx.x) * kPitch + k / 2 * Rows + threadIdx.y];
#pragma unroll
  for (unsigned int k = 0; k < kSteps; ++k) {
    const int row = static_cast<int>(left + k / 2 * Rows + threadIdx.y);
    const int column = static_cast<int>(top + k % 2 * kTile + threadIdx.x);
    if (column < n && row < n) out[std::int64_t{row} * n + column] = values[k];
  }
}

std::unique_ptr<Prepared> prepare_unrolled_padded(const Problem& problem) {
  return make_tile_prepared(
      problem,
      {unrolled_padded_kernel<4>, unrolled_padded_kernel<8>, unrolled_padded_kernel<16>, unrolled_padded_kernel<32>},
      "rooflens::kernels::transpose::unrolled_padded_kernel", 0, kUnrolledTile);
}

}  // namespace rooflens::kernels::transpose

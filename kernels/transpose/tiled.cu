// for r, c in 0..n-1: out[c][r] = in[r][c]    through a 32 x 32 tile in shared memory: rows are read, rows are written
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: a warp reads a column of the tile, 32 words in one bank, so each shared load takes 32 wavefronts instead of 1
#include "kernels/transpose/family.hpp"
#include "kernels/transpose/prepared.cuh"

namespace rooflens::kernels::transpose {

template <unsigned int Rows>
__global__ void tiled_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float tile[kTile * kTile];
  constexpr unsigned int kSteps = kTile / Rows;
  const unsigned int left = blockIdx.y * kTile;
  const unsigned int top = blockIdx.x * kTile;

  float values[kSteps];
#pragma unroll
  for (unsigned int k = 0; k < kSteps; ++k) {
    const int column = static_cast<int>(left + threadIdx.x);
    const int row = static_cast<int>(top + k * Rows + threadIdx.y);
    values[k] = column < n && row < n ? in[std::int64_t{row} * n + column] : 0.0F;
  }
#pragma unroll
  for (unsigned int k = 0; k < kSteps; ++k) tile[(k * Rows + threadIdx.y) * kTile + threadIdx.x] = values[k];
  __syncthreads();
#pragma unroll
  for (unsigned int k = 0; k < kSteps; ++k) values[k] = tile[threadIdx.x * kTile + k * Rows + threadIdx.y];
#pragma unroll
  for (unsigned int k = 0; k < kSteps; ++k) {
    const int row = static_cast<int>(left + k * Rows + threadIdx.y);
    const int column = static_cast<int>(top + threadIdx.x);
    if (column < n && row < n) out[std::int64_t{row} * n + column] = values[k];
  }
}

std::unique_ptr<Prepared> prepare_tiled(const Problem& problem) {
  return make_tile_prepared(problem, {tiled_kernel<4>, tiled_kernel<8>, tiled_kernel<16>, tiled_kernel<32>},
                            "rooflens::kernels::transpose::tiled_kernel");
}

}  // namespace rooflens::kernels::transpose

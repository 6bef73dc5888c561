// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    32 x 32 tiles of a and b pass through shared memory
// flops 2n^3, bytes read 8n^3 / 32, bytes written 4n^2; compulsory 12n^2
// (n not a multiple of 32: read 8n^2 ceil(n / 32); the arithmetic on the zeros that pad a tile is not counted)
#include "kernels/gemm/family.hpp"
#include "kernels/gemm/prepared.cuh"

namespace rooflens::kernels::gemm {

__global__ void tiled_kernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  __shared__ float a_tile[kTile][kTile];
  __shared__ float b_tile[kTile][kTile];
  const int x = static_cast<int>(threadIdx.x);
  const int y = static_cast<int>(threadIdx.y);
  const int column = static_cast<int>(blockIdx.x * kTile) + x;
  const int row = static_cast<int>(blockIdx.y * kTile) + y;

  float sum = 0.0f;
  for (int k = 0; k < n; k += static_cast<int>(kTile)) {
    a_tile[y][x] = row < n && k + x < n ? a[std::int64_t{row} * n + k + x] : 0.0f;
    b_tile[y][x] = column < n && k + y < n ? b[std::int64_t{k + y} * n + column] : 0.0f;
    __syncthreads();
#pragma unroll
    for (int i = 0; i < static_cast<int>(kTile); ++i) sum += a_tile[y][i] * b_tile[i][x];
    __syncthreads();
  }
  if (row < n && column < n) c[std::int64_t{row} * n + column] = sum;
}

std::unique_ptr<Prepared> prepare_tiled(const Problem& problem) {
  const unsigned int tiles = grid_for(problem["n"], kTile);
  return make_prepared<float>(problem, {ROOFLENS_NAMED(gemm, tiled_kernel), dim3(tiles, tiles), dim3(kTile, kTile)});
}

}  // namespace rooflens::kernels::gemm

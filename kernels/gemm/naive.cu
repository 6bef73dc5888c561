// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    one thread per element, straight from global memory
// flops 2n^3, bytes read 8n^3 (requested), bytes written 4n^2; compulsory 12n^2
// ideal L2: as if L1 kept what a block of 32 x 32 threads reads, 8n^3 / 32 + 4n^2
#include "kernels/gemm/family.hpp"
#include "kernels/gemm/prepared.cuh"

namespace rooflens::kernels::gemm {

__global__ void naive_kernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  const int column = static_cast<int>(blockIdx.x * kTile + threadIdx.x);
  const int row = static_cast<int>(blockIdx.y * kTile + threadIdx.y);
  if (column >= n || row >= n) return;
  float sum = 0.0f;
  for (int k = 0; k < n; ++k) sum += a[std::int64_t{row} * n + k] * b[std::int64_t{k} * n + column];
  c[std::int64_t{row} * n + column] = sum;
}

std::unique_ptr<Prepared> prepare_naive(const Problem& problem) {
  const unsigned int tiles = grid_for(problem["n"], kTile);
  return make_prepared<float>(problem, {ROOFLENS_NAMED(gemm, naive_kernel), dim3(tiles, tiles), dim3(kTile, kTile)});
}

}  // namespace rooflens::kernels::gemm

// for r, c in 0..n-1: out[c][r] = in[r][c]    through a 32 x 33 tile in shared memory: rows are read, rows are written
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: nothing; the unused 33rd column spreads a column of the tile over all 32 banks
#include "kernels/transpose/family.hpp"
#include "kernels/transpose/prepared.cuh"

namespace rooflens::kernels::transpose {

template <unsigned int Rows>
__global__ void padded_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
  constexpr unsigned int kPitch = kTile + 1;
  __shared__ float tile[kTile * kPitch];
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
  for (unsigned int k = 0; k < kSteps; ++k) tile[(k * Rows + threadIdx.y) * kPitch + threadIdx.x] = values[k];
  __syncthreads();
#pragma unroll
  for (unsigned int k = 0; k < kSteps; ++k) values[k] = tile[threadIdx.x * kPitch + k * Rows + threadIdx.y];
#pragma unroll
  for (unsigned int k = 0; k < kSteps; ++k) {
    const int row = static_cast<int>(left + k * Rows + threadIdx.y);
    const int column = static_cast<int>(top + threadIdx.x);
    if (column < n && row < n) out[std::int64_t{row} * n + column] = values[k];
  }
}

std::unique_ptr<Prepared> prepare_padded(const Problem& problem) {
  return make_tile_prepared(problem, {padded_kernel<4>, padded_kernel<8>, padded_kernel<16>, padded_kernel<32>},
                            "rooflens::kernels::transpose::padded_kernel");
}

}  // namespace rooflens::kernels::transpose

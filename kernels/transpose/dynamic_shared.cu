// for r, c in 0..n-1: out[c][r] = in[r][c]    through a 32 x 33 tile in dynamic shared memory
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: nothing; where the tile begins is known at the launch only
#include "kernels/transpose/family.hpp"
#include "kernels/transpose/prepared.cuh"

namespace rooflens::kernels::transpose {

constexpr unsigned int kPitch = kTile + 1;

template <unsigned int Rows>
__global__ void dynamic_shared_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
  extern __shared__ float tile[];  // kTile rows of kPitch words
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

std::unique_ptr<Prepared> prepare_dynamic_shared(const Problem& problem) {
  return make_tile_prepared(
      problem,
      {dynamic_shared_kernel<4>, dynamic_shared_kernel<8>, dynamic_shared_kernel<16>, dynamic_shared_kernel<32>},
      "rooflens::kernels::transpose::dynamic_shared_kernel", kTile * kPitch * sizeof(float));
}

}  // namespace rooflens::kernels::transpose

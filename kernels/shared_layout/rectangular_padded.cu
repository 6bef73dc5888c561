// for r, c of a tile: out[r + 16 c] = in[32 r + c]   through static shared memory, 16 rows of 34 words
// flops 0, bytes read 4n, bytes written 4n
// wasted: nothing; two unused words a row send one column to the even banks and the other to the odd ones
#include "kernels/shared_layout/prepared.cuh"

namespace rooflens::kernels::shared_layout {

__global__ void rectangular_padded_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  __shared__ float tile[16 * 34];
  const std::int64_t i = std::int64_t{blockIdx.x} * 512 + threadIdx.x;
  tile[threadIdx.x / 32 * 34 + threadIdx.x % 32] = i < n ? in[i] : 0.0F;
  __syncthreads();
  if (i < n) out[i] = tile[threadIdx.x % 16 * 34 + threadIdx.x / 16];
}

std::unique_ptr<Prepared> prepare_rectangular_padded(const Problem& problem) {
  return make_round_trip(problem, shape_of<RectangularPadded>(false),
                         ROOFLENS_NAMED(shared_layout, rectangular_padded_kernel));
}

}  // namespace rooflens::kernels::shared_layout

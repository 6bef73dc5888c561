// for r, c of a tile: out[r + 32 c] = in[32 r + c]   through static shared memory, 32 rows of 33 words
// flops 0, bytes read 4n, bytes written 4n
// wasted: nothing; the unused 33rd column spreads a column of the tile over all 32 banks
#include "kernels/shared_layout/prepared.cuh"

namespace rooflens::kernels::shared_layout {

__global__ void padded_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  __shared__ float tile[32 * 33];
  const std::int64_t i = std::int64_t{blockIdx.x} * 1024 + threadIdx.x;
  tile[threadIdx.x / 32 * 33 + threadIdx.x % 32] = i < n ? in[i] : 0.0F;
  __syncthreads();
  if (i < n) out[i] = tile[threadIdx.x % 32 * 33 + threadIdx.x / 32];
}

std::unique_ptr<Prepared> prepare_padded(const Problem& problem) {
  return make_round_trip(problem, shape_of<Padded>(false), ROOFLENS_NAMED(shared_layout, padded_kernel));
}

}  // namespace rooflens::kernels::shared_layout

// for r, c of a tile: out[r + 32 c] = in[32 r + c]   through static shared memory, 32 rows of 32 words
// flops 0, bytes read 4n, bytes written 4n
// wasted: a column of the tile lies in one bank, so each shared load takes 32 wavefronts instead of 1
#include "kernels/shared_layout/prepared.cuh"

namespace rooflens::kernels::shared_layout {

__global__ void row_column_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  __shared__ float tile[32 * 32];
  const std::int64_t i = std::int64_t{blockIdx.x} * 1024 + threadIdx.x;
  tile[threadIdx.x / 32 * 32 + threadIdx.x % 32] = i < n ? in[i] : 0.0F;
  __syncthreads();
  if (i < n) out[i] = tile[threadIdx.x % 32 * 32 + threadIdx.x / 32];
}

std::unique_ptr<Prepared> prepare_row_column(const Problem& problem) {
  return make_round_trip(problem, shape_of<RowColumn>(false), ROOFLENS_NAMED(shared_layout, row_column_kernel));
}

}  // namespace rooflens::kernels::shared_layout

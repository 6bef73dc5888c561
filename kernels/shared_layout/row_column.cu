// for r, c of a tile: out[r + 32 c] = in[32 r + c]   through static shared memory, 32 rows of 32 words
// flops 0, bytes read 4n, bytes written 4n
// wasted: a column of the tile lies in one bank, so each shared load takes 32 wavefronts instead of 1
#include "kernels/shared_layout/prepared.cuh"
#include "kernels/shared_layout/round_trip.cuh"

namespace rooflens::kernels::shared_layout {

__global__ void row_column_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  __shared__ float tile[RowColumn::kWords];
  round_trip<RowColumn>(tile, in, out, n);
}

std::unique_ptr<Prepared> prepare_row_column(const Problem& problem) {
  return make_round_trip(problem, shape_of<RowColumn>(false), row_column_kernel,
                         "rooflens::kernels::shared_layout::row_column_kernel");
}

}  // namespace rooflens::kernels::shared_layout

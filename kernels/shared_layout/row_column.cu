// shared_layout/row-column on the device.
#include "kernels/shared_layout/row_column.hpp"

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

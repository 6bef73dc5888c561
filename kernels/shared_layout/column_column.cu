// shared_layout/column-column on the device.
#include "kernels/shared_layout/column_column.hpp"

#include "kernels/shared_layout/prepared.cuh"
#include "kernels/shared_layout/round_trip.cuh"

namespace rooflens::kernels::shared_layout {

__global__ void column_column_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  __shared__ float tile[ColumnColumn::kWords];
  round_trip<ColumnColumn>(tile, in, out, n);
}

std::unique_ptr<Prepared> prepare_column_column(const Problem& problem) {
  return make_round_trip(problem, shape_of<ColumnColumn>(false), column_column_kernel,
                         "rooflens::kernels::shared_layout::column_column_kernel");
}

}  // namespace rooflens::kernels::shared_layout

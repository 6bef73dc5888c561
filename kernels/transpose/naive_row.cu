// transpose/naive-row on the device.
#include "kernels/transpose/naive_row.hpp"

#include "kernels/transpose/family.hpp"
#include "kernels/transpose/prepared.cuh"

namespace rooflens::kernels::transpose {

__global__ void naive_row_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int column = static_cast<int>(blockIdx.x * kTile + threadIdx.x);
  const int row = static_cast<int>(blockIdx.y * kBlockRows + threadIdx.y);
  if (column < n && row < n) out[std::int64_t{column} * n + row] = in[std::int64_t{row} * n + column];
}

std::unique_ptr<Prepared> prepare_naive_row(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return make_prepared(naive_row, problem,
                       {naive_row_kernel, "rooflens::kernels::transpose::naive_row_kernel",
                        dim3(grid_for(n, kTile), grid_for(n, kBlockRows)), dim3(kTile, kBlockRows)});
}

}  // namespace rooflens::kernels::transpose

// for r, c in 0..n-1: out[c][r] = in[r][c]    a warp reads a row and writes a column
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: a warp's 32 stores lie n elements apart, 32 sectors instead of 4, so SM to L2 carries up to 8 times the bytes
#include "kernels/transpose/family.hpp"
#include "kernels/transpose/prepared.cuh"

namespace rooflens::kernels::transpose {

__global__ void naive_row_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
  const int row = static_cast<int>(blockIdx.y * blockDim.y + threadIdx.y);
  const int column = static_cast<int>(blockIdx.x * kTile + threadIdx.x);
  if (column < n && row < n) out[std::int64_t{column} * n + row] = in[std::int64_t{row} * n + column];
}

std::unique_ptr<Prepared> prepare_naive_row(const Problem& problem) {
  return make_rows_prepared(problem, ROOFLENS_NAMED(transpose, naive_row_kernel));
}

}  // namespace rooflens::kernels::transpose

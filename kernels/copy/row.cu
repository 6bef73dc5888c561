// for r, c in 0..n-1: out[r][c] = in[r][c]    a block of 32 x 8 threads, lanes along a row
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: nothing when n is a multiple of 8; else a row does not begin with a sector
#include "kernels/copy/prepared.cuh"

namespace rooflens::kernels::copy {

__global__ void row_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  const std::int64_t row = blockIdx.y * blockDim.y + threadIdx.y;
  const std::int64_t column = blockIdx.x * blockDim.x + threadIdx.x;
  if (row < n && column < n) out[row * n + column] = in[row * n + column];
}

std::unique_ptr<Prepared> prepare_row(const Problem& problem) {
  return make_matrix_prepared(problem, ROOFLENS_NAMED(copy, row_kernel));
}

}  // namespace rooflens::kernels::copy

// for r, c in 0..n-1: out[r][c] = in[r][c]    a block of 32 x 8 threads, lanes along a column
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: a warp's 32 accesses lie n elements apart, 32 sectors instead of 4, both ways
#include "kernels/copy/prepared.cuh"

namespace rooflens::kernels::copy {

__global__ void column_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  const std::int64_t row = blockIdx.x * blockDim.x + threadIdx.x;
  const std::int64_t column = blockIdx.y * blockDim.y + threadIdx.y;
  if (row < n && column < n) out[row * n + column] = in[row * n + column];
}

std::unique_ptr<Prepared> prepare_column(const Problem& problem) {
  return make_matrix_prepared(problem, ROOFLENS_NAMED(copy, column_kernel));
}

}  // namespace rooflens::kernels::copy

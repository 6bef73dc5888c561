// for r in 0..rows-1: for i in row r: out[i] = in[i]^2    thread r walks row r, which is (r % 32 + 1) unit elements
// flops n, bytes read 4n, bytes written 4n; n = all elements, 16.5 unit rows where rows is a multiple of 32
// wasted: the lanes of a warp read 32 places unit elements or more apart, and wait for the longest of their rows; as
// many threads as rows are far too few
#include "kernels/nested/prepared.cuh"

namespace rooflens::kernels::nested {

constexpr unsigned int kRowBlock = 64;

__global__ void row_per_thread_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t rows,
                                      std::int64_t unit) {
  const std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const std::int64_t first = first_unit(row) * unit;
  const std::int64_t end = first + (row % kPeriod + 1) * unit;
  for (std::int64_t i = first; i < end; ++i) out[i] = in[i] * in[i];
}

std::unique_ptr<Prepared> prepare_row_per_thread(const Problem& problem) {
  return make_prepared(problem, {ROOFLENS_NAMED(nested, row_per_thread_kernel),
                                 dim3(grid_for(problem["rows"], kRowBlock)), dim3(kRowBlock)});
}

}  // namespace rooflens::kernels::nested

// for r in 0..rows-1: thread r launches a grid; for i in row r: out[i] = in[i]^2    a row is (r % 32 + 1) unit elements
// flops n, bytes read 4n, bytes written 4n; n = all elements, 16.5 unit rows where rows is a multiple of 32
// wasted: a launch of rows grids by single threads, which the device works off one after the other
// The stream cudaStreamFireAndForget lets the grids of all threads run side by side; the parent ends when all have.
#include "kernels/nested/prepared.cuh"

namespace rooflens::kernels::nested {

constexpr unsigned int kParentBlock = 64;
constexpr unsigned int kChildBlocks = 8;
constexpr unsigned int kChildBlock = 256;

__global__ void child_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t length) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < length; i += step) {
    out[i] = in[i] * in[i];
  }
}

__global__ void grid_per_row_kernel(const float* in, float* out, std::int64_t rows, std::int64_t unit) {
  const std::int64_t row = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const std::int64_t first = first_unit(row) * unit;
  const std::int64_t length = (row % kPeriod + 1) * unit;
  child_kernel<<<kChildBlocks, kChildBlock, 0, cudaStreamFireAndForget>>>(in + first, out + first, length);
}

std::unique_ptr<Prepared> prepare_grid_per_row(const Problem& problem) {
  const std::int64_t rows = problem["rows"];
  models::Launch children =
      describe_launch("rooflens::kernels::nested::child_kernel", reinterpret_cast<const void*>(child_kernel),
                      {kChildBlocks, 1, 1}, {kChildBlock, 1, 1}, 0);
  children.count = static_cast<std::uint64_t>(rows);
  return make_prepared(
      problem, {ROOFLENS_NAMED(nested, grid_per_row_kernel), dim3(grid_for(rows, kParentBlock)), dim3(kParentBlock)},
      std::move(children));
}

}  // namespace rooflens::kernels::nested

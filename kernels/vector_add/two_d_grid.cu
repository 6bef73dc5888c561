// for i in 0..n-1: c[i] = a[i] + b[i]         one thread per element, blocks in a grid of about as many rows as columns
// flops n, bytes read 8n, bytes written 4n; intensity 1/12 FLOP/B
// wasted: up to one row of blocks beyond the end
#include <cmath>

#include "kernels/vector_add/prepared.cuh"

namespace rooflens::kernels::vector_add {

constexpr unsigned int kTwoDGridBlock = 256;

__global__ void two_d_grid_kernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                                  std::int64_t n) {
  const std::int64_t block = std::int64_t{blockIdx.y} * gridDim.x + blockIdx.x;
  const std::int64_t i = block * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

std::unique_ptr<Prepared> prepare_two_d_grid(const Problem& problem) {
  const unsigned int blocks = grid_for(problem["n"], kTwoDGridBlock);
  const auto columns = static_cast<unsigned int>(std::ceil(std::sqrt(blocks)));
  return make_prepared(problem, {ROOFLENS_NAMED(vector_add, two_d_grid_kernel),
                                 dim3(columns, grid_for(blocks, columns)), dim3(kTwoDGridBlock)});
}

}  // namespace rooflens::kernels::vector_add

// for i in 0..n-1: c[i] = a[i] + b[i]         resident blocks only; thread t takes elements t, t + threads, ...
// flops n, bytes read 8n, bytes written 4n; intensity 1/12 FLOP/B
#include <algorithm>

#include "kernels/vector_add/prepared.cuh"

namespace rooflens::kernels::vector_add {

constexpr unsigned int kGridStrideBlock = 256;

__global__ void grid_stride_kernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                                   std::int64_t n) {
  const std::int64_t step = std::int64_t{gridDim.x} * blockDim.x;
  for (std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; i < n; i += step) c[i] = a[i] + b[i];
}

std::unique_ptr<Prepared> prepare_grid_stride(const Problem& problem) {
  const int resident = resident_blocks(reinterpret_cast<const void*>(grid_stride_kernel), kGridStrideBlock, 0);
  const unsigned int grid = std::min(static_cast<unsigned int>(resident), grid_for(problem["n"], kGridStrideBlock));
  return make_prepared(problem, {ROOFLENS_NAMED(vector_add, grid_stride_kernel), dim3(grid), dim3(kGridStrideBlock)});
}

}  // namespace rooflens::kernels::vector_add

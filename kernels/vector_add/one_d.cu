// for i in 0..n-1: c[i] = a[i] + b[i]         one thread per element
// flops n, bytes read 8n, bytes written 4n; intensity 1/12 FLOP/B
#include "kernels/vector_add/prepared.cuh"

namespace rooflens::kernels::vector_add {

constexpr unsigned int kOneDBlock = 256;

__global__ void one_d_kernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c,
                             std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) c[i] = a[i] + b[i];
}

std::unique_ptr<Prepared> prepare_one_d(const Problem& problem) {
  const unsigned int grid = grid_for(problem["n"], kOneDBlock);
  return make_prepared(problem, {ROOFLENS_NAMED(vector_add, one_d_kernel), dim3(grid), dim3(kOneDBlock)});
}

}  // namespace rooflens::kernels::vector_add

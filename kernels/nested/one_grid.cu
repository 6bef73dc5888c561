// for i in 0..n-1: out[i] = in[i]^2    one thread per element, whatever its row
// flops n, bytes read 4n, bytes written 4n; n = all elements, 16.5 unit rows where rows is a multiple of 32
#include "kernels/nested/prepared.cuh"

namespace rooflens::kernels::nested {

constexpr unsigned int kOneGridBlock = 256;

__global__ void one_grid_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t rows,
                                std::int64_t unit) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < first_unit(rows) * unit) out[i] = in[i] * in[i];
}

std::unique_ptr<Prepared> prepare_one_grid(const Problem& problem) {
  return make_prepared(problem, {ROOFLENS_NAMED(nested, one_grid_kernel),
                                 dim3(grid_for(elements(problem), kOneGridBlock)), dim3(kOneGridBlock)});
}

}  // namespace rooflens::kernels::nested

// for i in 0..n-1: z[i] = a * x[i] + y[i]     one thread per element
// into an array of its own, so that it can be launched again; STREAM calls the same "triad"
// flops 2n, bytes read 8n, bytes written 4n; intensity 1/6 FLOP/B
#include "kernels/saxpy/family.hpp"
#include "kernels/saxpy/prepared.cuh"

namespace rooflens::kernels::saxpy {

constexpr unsigned int kOneDBlock = 256;

__global__ void one_d_kernel(const float* __restrict__ x, const float* __restrict__ y, float* __restrict__ z,
                             std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) z[i] = fmaf(kA, x[i], y[i]);
}

std::unique_ptr<Prepared> prepare_one_d(const Problem& problem) {
  const unsigned int grid = grid_for(problem["n"], kOneDBlock);
  return make_prepared(problem, {ROOFLENS_NAMED(saxpy, one_d_kernel), dim3(grid), dim3(kOneDBlock)});
}

}  // namespace rooflens::kernels::saxpy

// for i in 0..n-1: out[i] = in[i]             one thread per element
// flops 0, bytes read 4n, bytes written 4n; no intensity
// wasted: four times the instructions of float4
#include "kernels/copy/prepared.cuh"

namespace rooflens::kernels::copy {

constexpr unsigned int kFloat1Block = 256;

__global__ void float1_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i];
}

std::unique_ptr<Prepared> prepare_float1(const Problem& problem) {
  const unsigned int grid = grid_for(problem["n"], kFloat1Block);
  return make_prepared(problem, {ROOFLENS_NAMED(copy, float1_kernel), dim3(grid), dim3(kFloat1Block)});
}

}  // namespace rooflens::kernels::copy

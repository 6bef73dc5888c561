// for i in 0..n-1: out[i] = chain A of in[i]    (i / 32 % 32) * step times
// flops 2 step x (sum of loops), on average 31 step an element; bytes read 4n, bytes written 4n
// wasted: nothing within a warp; a block waits for its longest warp
#include "kernels/device/chained_fma.cuh"
#include "kernels/divergence/prepared.cuh"

namespace rooflens::kernels::divergence {

__global__ void loop_by_warp_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, int rounds,
                                    int /*lanes*/) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = fma_chain(in[i], kChainA, static_cast<int>(i / 32 % 32) * rounds);
}

std::unique_ptr<Prepared> prepare_loop_by_warp(const Problem& problem) {
  return make_prepared(problem, Path::group_long, problem["step"], ROOFLENS_NAMED(divergence, loop_by_warp_kernel));
}

}  // namespace rooflens::kernels::divergence

// for i in 0..n-1: out[i] = chain A of in[i]    (i % 32) * step times
// flops 2 step x (sum of loops), on average 31 step an element; bytes read 4n, bytes written 4n
// wasted: 33 of 64 lanes on average: a warp loops 31 step times, a lane 15.5 step
#include "kernels/device/chained_fma.cuh"
#include "kernels/divergence/prepared.cuh"

namespace rooflens::kernels::divergence {

__global__ void loop_imbalance_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, int rounds,
                                      int /*lanes*/) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = fma_chain(in[i], kChainA, static_cast<int>(i % 32) * rounds);
}

std::unique_ptr<Prepared> prepare_loop_imbalance(const Problem& problem) {
  return make_prepared(problem, Path::lane_long, problem["step"], ROOFLENS_NAMED(divergence, loop_imbalance_kernel));
}

}  // namespace rooflens::kernels::divergence

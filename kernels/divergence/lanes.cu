// for i in 0..n-1: out[i] = chain A of in[i]    `lanes` elements a warp
// flops 2n rounds, bytes read 4n, bytes written 4n; intensity rounds / 4 FLOP/B
// wasted: 32 - lanes of 32 lanes of every multiply-add, and as many warps more
#include "kernels/device/chained_fma.cuh"
#include "kernels/divergence/prepared.cuh"

namespace rooflens::kernels::divergence {

__global__ void lanes_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, int rounds,
                             int lanes) {
  const std::int64_t warp = (std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x) / 32;
  const auto lane = static_cast<int>(threadIdx.x % 32);
  const std::int64_t i = warp * lanes + lane;
  if (lane < lanes && i < n) out[i] = fma_chain(in[i], kChainA, rounds);
}

std::unique_ptr<Prepared> prepare_lanes(const Problem& problem) {
  return make_prepared(problem, Path::a, problem["rounds"], ROOFLENS_NAMED(divergence, lanes_kernel), problem["lanes"]);
}

}  // namespace rooflens::kernels::divergence

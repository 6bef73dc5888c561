// for i in 0..n-1: out[i] = chain A of in[i] when i / 32 is even, else chain B
// flops 2n rounds, bytes read 4n, bytes written 4n; intensity rounds / 4 FLOP/B
// wasted: nothing; a warp takes one side of the branch
#include "kernels/device/chained_fma.cuh"
#include "kernels/divergence/prepared.cuh"

namespace rooflens::kernels::divergence {

__global__ void warp_parity_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, int rounds,
                                   int /*lanes*/) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  if (threadIdx.x / 32 % 2 == 0) {
    x = fma_chain(x, kChainA, rounds);
  } else {
    x = fma_chain(x, kChainB, rounds);
  }
  out[i] = x;
}

std::unique_ptr<Prepared> prepare_warp_parity(const Problem& problem) {
  return make_prepared(problem, Path::by_warp, problem["rounds"], ROOFLENS_NAMED(divergence, warp_parity_kernel));
}

}  // namespace rooflens::kernels::divergence

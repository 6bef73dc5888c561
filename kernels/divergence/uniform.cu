// for i in 0..n-1: out[i] = chain A of in[i]    x <- x * x + c, rounds times
// flops 2n rounds, bytes read 4n, bytes written 4n; intensity rounds / 4 FLOP/B
// wasted: nothing
#include "kernels/device/chained_fma.cuh"
#include "kernels/divergence/prepared.cuh"

namespace rooflens::kernels::divergence {

__global__ void uniform_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, int rounds,
                               int /*lanes*/) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = fma_chain(in[i], kChainA, rounds);
}

std::unique_ptr<Prepared> prepare_uniform(const Problem& problem) {
  return make_prepared(problem, Path::a, problem["rounds"], ROOFLENS_NAMED(divergence, uniform_kernel));
}

}  // namespace rooflens::kernels::divergence

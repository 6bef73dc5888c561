// divergence/uniform on the device.
#include "kernels/divergence/uniform.hpp"

#include "kernels/device/fma_chain.cuh"
#include "kernels/divergence/prepared.cuh"

namespace rooflens::kernels::divergence {

__global__ void uniform_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, int rounds,
                               int /*lanes*/) {
  const std::int64_t i = element();
  if (i < n) out[i] = fma_chain(in[i], kChainA, rounds);
}

std::unique_ptr<Prepared> prepare_uniform(const Problem& problem) {
  return make_prepared(problem, Path::a, problem["rounds"], uniform_kernel,
                       "rooflens::kernels::divergence::uniform_kernel");
}

}  // namespace rooflens::kernels::divergence

// divergence/loop-by-warp on the device.
#include "kernels/divergence/loop_by_warp.hpp"

#include "kernels/device/fma_chain.cuh"
#include "kernels/divergence/prepared.cuh"

namespace rooflens::kernels::divergence {

__global__ void loop_by_warp_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, int rounds,
                                    int /*lanes*/) {
  const std::int64_t i = element();
  if (i < n) out[i] = fma_chain(in[i], kChainA, static_cast<int>(i / 32 % 32) * rounds);
}

std::unique_ptr<Prepared> prepare_loop_by_warp(const Problem& problem) {
  return make_prepared(problem, Path::group_long, problem["step"], loop_by_warp_kernel,
                       "rooflens::kernels::divergence::loop_by_warp_kernel");
}

}  // namespace rooflens::kernels::divergence

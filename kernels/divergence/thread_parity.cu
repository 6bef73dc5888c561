// divergence/thread-parity on the device.
#include "kernels/divergence/thread_parity.hpp"

#include "kernels/device/fma_chain.cuh"
#include "kernels/divergence/prepared.cuh"

namespace rooflens::kernels::divergence {

__global__ void thread_parity_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, int rounds,
                                     int /*lanes*/) {
  const std::int64_t i = element();
  if (i >= n) return;
  float x = in[i];
  if (threadIdx.x % 2 == 0) {
    x = fma_chain(x, kChainA, rounds);
  } else {
    x = fma_chain(x, kChainB, rounds);
  }
  out[i] = x;
}

std::unique_ptr<Prepared> prepare_thread_parity(const Problem& problem) {
  return make_prepared(problem, Path::by_thread, problem["rounds"], thread_parity_kernel,
                       "rooflens::kernels::divergence::thread_parity_kernel");
}

}  // namespace rooflens::kernels::divergence

// for i in 0..n-1: out[i] = chain B of chain A of in[i]   A by the lower half of the warp, B by the upper half
// flops 4n rounds, bytes read 4n, bytes written 4n; intensity rounds / 2 FLOP/B
// wasted: half of the lanes of every multiply-add, and the turns of waiting; without a program counter a lane (before
// compute capability 7.0) the first half would wait for the second one for ever
// A pair of lanes shares a mailbox: the lower one fills it when it is empty, the upper one empties it when it is full,
// twice. Each waits for the other in between.
#include "kernels/device/chained_fma.cuh"
#include "kernels/divergence/family.hpp"
#include "kernels/divergence/prepared.cuh"

namespace rooflens::kernels::divergence {

constexpr unsigned int kHalf = 16;

__device__ inline void wait_until(const volatile int& flag, int value) {
  while (flag != value) __nanosleep(20);
}

__global__ void independent_scheduling_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n,
                                              int rounds, int /*lanes*/) {
  __shared__ volatile float mailbox[kBlock / 2];
  __shared__ volatile int full[kBlock / 2];
  const unsigned int lane = threadIdx.x % 32;
  const unsigned int slot = threadIdx.x / 32 * kHalf + lane % kHalf;
  const std::int64_t first = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x - lane + lane % kHalf;
  full[slot] = 0;
  __syncthreads();

  if (lane < kHalf) {
    for (std::int64_t i = first; i < first + 32 && i < n; i += kHalf) {
      const float x = fma_chain(in[i], kChainA, rounds);
      wait_until(full[slot], 0);
      mailbox[slot] = x;
      __threadfence_block();
      full[slot] = 1;
    }
  } else {
    for (std::int64_t i = first; i < first + 32 && i < n; i += kHalf) {
      wait_until(full[slot], 1);
      __threadfence_block();
      const float x = mailbox[slot];
      __threadfence_block();
      full[slot] = 0;
      out[i] = fma_chain(x, kChainB, rounds);
    }
  }
}

std::unique_ptr<Prepared> prepare_independent_scheduling(const Problem& problem) {
  return make_prepared(problem, Path::a_then_b, problem["rounds"],
                       ROOFLENS_NAMED(divergence, independent_scheduling_kernel));
}

}  // namespace rooflens::kernels::divergence

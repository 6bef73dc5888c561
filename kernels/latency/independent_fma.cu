// for k in 1..fmas/c: x[j] = 1 x[j] + in[i] for j in 1..c     the FMAs of a thread in c chains; one warp a scheduler
// flops 2 fmas a thread, bytes read 4, bytes written 4 a thread; 128 threads a block
// c FMAs are on their way at once; from c = latency x throughput on (Little's law) the FMA pipe never waits
#include <array>
#include <string>

#include "kernels/latency/prepared.cuh"

namespace rooflens::kernels::latency {

// The compiler knows the number of chains, so that each has a register. `one` is 1. Every FMA needs the one before it
// in its chain, and none of the other chains.
template <int chains>
__global__ void chains_kernel(const float* __restrict__ in, float* __restrict__ out, int fmas, float one) {
  const unsigned int i = blockIdx.x * blockDim.x + threadIdx.x;
  const float step = in[i];
  float x[chains];
#pragma unroll
  for (int c = 0; c < chains; ++c) x[c] = step * static_cast<float>(c + 1);
#pragma unroll 8
  for (int k = 0; k < fmas; ++k) {
#pragma unroll
    for (int c = 0; c < chains; ++c) x[c] = __fmaf_rn(one, x[c], step);
  }
  float sum = x[0];
#pragma unroll
  for (int c = 1; c < chains; ++c) sum += x[c];
  out[i] = sum;
}

constexpr std::array kIndependentFmaKernels{chains_kernel<1>, chains_kernel<2>, chains_kernel<3>, chains_kernel<4>,
                                            chains_kernel<5>, chains_kernel<6>, chains_kernel<7>, chains_kernel<8>};
static_assert(kIndependentFmaKernels.size() == kMostChains);

std::unique_ptr<Prepared> prepare_independent_fma(const Problem& problem) {
  const std::int64_t chains = problem["ilp"];
  return make_fmas(problem,
                   {kIndependentFmaKernels[static_cast<std::size_t>(chains - 1)],
                    "rooflens::kernels::latency::chains_kernel<" + std::to_string(chains) + ">",
                    dim3(static_cast<unsigned int>(problem["blocks"])), dim3(kBlock)},
                   chains);
}

}  // namespace rooflens::kernels::latency

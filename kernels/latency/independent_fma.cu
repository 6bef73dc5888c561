// for k in 1..fmas/c: x[j] = 1 x[j] + in[i] for j in 1..c     the FMAs of a thread in c chains; one warp a scheduler
// flops 2 fmas a thread, bytes read 4, bytes written 4 a thread; 128 threads a block
// c FMAs are on their way at once; from c = latency x throughput on (Little's law) the FMA pipe never waits
#include <array>
#include <string>

#include "kernels/latency/chains.cuh"

namespace rooflens::kernels::latency {

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

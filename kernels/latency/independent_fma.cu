// latency/independent-fma on the device.
#include "kernels/latency/independent_fma.hpp"

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

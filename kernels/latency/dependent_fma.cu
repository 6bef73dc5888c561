// latency/dependent-fma on the device.
#include "kernels/latency/dependent_fma.hpp"

#include "kernels/latency/chains.cuh"

namespace rooflens::kernels::latency {

std::unique_ptr<Prepared> prepare_dependent_fma(const Problem& problem) {
  return make_fmas(problem,
                   {chains_kernel<1>, "rooflens::kernels::latency::chains_kernel<1>",
                    dim3(static_cast<unsigned int>(problem["blocks"])), dim3(kBlock)},
                   1);
}

}  // namespace rooflens::kernels::latency

// parallelism/fma on the device.
#include "kernels/parallelism/fma.hpp"

#include "kernels/parallelism/chain.cuh"

namespace rooflens::kernels::parallelism {

std::unique_ptr<Prepared> prepare_fma(const Problem& problem) {
  return make_prepared(problem,
                       {chain_kernel<Fused>, "rooflens::kernels::parallelism::chain_kernel<Fused>",
                        dim3(grid_for(problem["n"], kBlock)), dim3(kBlock)},
                       kChainFactor);
}

}  // namespace rooflens::kernels::parallelism

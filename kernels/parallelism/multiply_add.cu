// parallelism/multiply-add on the device.
#include "kernels/parallelism/multiply_add.hpp"

#include "kernels/parallelism/chain.cuh"

namespace rooflens::kernels::parallelism {

std::unique_ptr<Prepared> prepare_multiply_add(const Problem& problem) {
  return make_prepared(multiply_add, problem,
                       {chain_kernel<Separate>, "rooflens::kernels::parallelism::chain_kernel<Separate>",
                        dim3(grid_for(problem["n"], kBlock)), dim3(kBlock)},
                       kChainFactor);
}

}  // namespace rooflens::kernels::parallelism

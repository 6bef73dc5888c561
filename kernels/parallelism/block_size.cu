// parallelism/block-size on the device.
#include "kernels/parallelism/block_size.hpp"

#include "kernels/parallelism/chain.cuh"

namespace rooflens::kernels::parallelism {

std::unique_ptr<Prepared> prepare_block_size(const Problem& problem) {
  const std::int64_t block = problem["block"];
  return make_prepared(problem,
                       {chain_kernel<Fused>, "rooflens::kernels::parallelism::chain_kernel<Fused>",
                        dim3(grid_for(problem["n"], block)), dim3(static_cast<unsigned int>(block))},
                       kChainFactor);
}

}  // namespace rooflens::kernels::parallelism

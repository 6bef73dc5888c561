// for i in 0..n-1: out[i] = 513 in[i]         a chain of 512 fused multiply-adds, one thread per element
// flops 1024n, bytes read 4n, bytes written 4n; intensity 128: the FP32 roof, not memory, is the limit
#include "kernels/parallelism/chain.cuh"

namespace rooflens::kernels::parallelism {

std::unique_ptr<Prepared> prepare_fma(const Problem& problem) {
  return make_prepared(problem,
                       {chain_kernel<Fused>, "rooflens::kernels::parallelism::chain_kernel<Fused>",
                        dim3(grid_for(problem["n"], kBlock)), dim3(kBlock)},
                       kChainFactor);
}

}  // namespace rooflens::kernels::parallelism

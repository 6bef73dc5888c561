// for k in 1..fmas: x = 1 x + in[i]           one chain a thread, one warp a scheduler: each FMA waits for the last one
// flops 2 fmas a thread, bytes read 4, bytes written 4 a thread; 128 threads a block
// wasted: the scheduler's time between an FMA and the next, its latency; more warps or more chains would fill it
#include "kernels/latency/chains.cuh"

namespace rooflens::kernels::latency {

std::unique_ptr<Prepared> prepare_dependent_fma(const Problem& problem) {
  return make_fmas(problem,
                   {chains_kernel<1>, "rooflens::kernels::latency::chains_kernel<1>",
                    dim3(static_cast<unsigned int>(problem["blocks"])), dim3(kBlock)},
                   1);
}

}  // namespace rooflens::kernels::latency

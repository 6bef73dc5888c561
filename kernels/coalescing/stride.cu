// for i in 0..n-1: out[i] = in[s i]           one thread per element; s is the stride in elements
// flops 0, bytes read 4n, bytes written 4n
// wasted: a request of a warp needs min(32, 4 s) sectors where 4 would do, and DRAM reads up to 8 times the bytes
#include "kernels/coalescing/prepared.cuh"

namespace rooflens::kernels::coalescing {

std::unique_ptr<Prepared> prepare_stride(const Problem& problem) {
  return make_prepared(problem, stride_pattern(problem));
}

}  // namespace rooflens::kernels::coalescing

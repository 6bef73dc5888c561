// for i in 0..n-1: out[i] = in[i + o]         one thread per element; o is the offset in elements
// flops 0, bytes read 4n, bytes written 4n
// wasted: unless 8 divides o, a request needs a fifth sector; the L1 often has it from the neighbouring warp
#include "kernels/coalescing/prepared.cuh"

namespace rooflens::kernels::coalescing {

std::unique_ptr<Prepared> prepare_offset(const Problem& problem) {
  return make_prepared(problem, offset_pattern(problem));
}

}  // namespace rooflens::kernels::coalescing

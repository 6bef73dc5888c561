// for i in 0..n-1: out[i] = in[i]             one thread per element: a warp reads 128 bytes in a row
// flops 0, bytes read 4n, bytes written 4n; 4 sectors per request, none of them wasted
#include "kernels/coalescing/prepared.cuh"

namespace rooflens::kernels::coalescing {

std::unique_ptr<Prepared> prepare_contiguous(const Problem& problem) {
  return make_prepared(problem, contiguous_pattern(problem));
}

}  // namespace rooflens::kernels::coalescing

// for i in 0..n-1: out[i] = in[i]             one thread per element: a warp reads 128 bytes in a row
// flops 0, bytes read 4n, bytes written 4n; 4 sectors per request, none of them wasted
#include "kernels/coalescing/prepared.cuh"

namespace rooflens::kernels::coalescing {

__global__ void contiguous_kernel(const float* in, float* out, std::int64_t n, Pattern pattern) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[pattern.shift + pattern.step * i];  // 0 and 1
}

std::unique_ptr<Prepared> prepare_contiguous(const Problem& problem) {
  return make_prepared(problem, contiguous_pattern(problem), ROOFLENS_NAMED(coalescing, contiguous_kernel));
}

}  // namespace rooflens::kernels::coalescing

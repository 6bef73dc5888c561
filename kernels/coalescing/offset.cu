// for i in 0..n-1: out[i] = in[i + o]         one thread per element; o is the offset in elements
// flops 0, bytes read 4n, bytes written 4n
// wasted: unless 8 divides o, a request needs a fifth sector; the L1 often has it from the neighbouring warp
#include "kernels/coalescing/prepared.cuh"

namespace rooflens::kernels::coalescing {

__global__ void offset_kernel(const float* in, float* out, std::int64_t n, Pattern pattern) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[pattern.shift + pattern.step * i];  // the offset and 1
}

std::unique_ptr<Prepared> prepare_offset(const Problem& problem) {
  return make_prepared(problem, offset_pattern(problem), ROOFLENS_NAMED(coalescing, offset_kernel));
}

}  // namespace rooflens::kernels::coalescing

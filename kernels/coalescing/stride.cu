// for i in 0..n-1: out[i] = in[s i]           one thread per element; s is the stride in elements
// flops 0, bytes read 4n, bytes written 4n
// wasted: a request of a warp needs min(32, 4 s) sectors where 4 would do, and DRAM reads up to 8 times the bytes
#include "kernels/coalescing/prepared.cuh"

namespace rooflens::kernels::coalescing {

__global__ void stride_kernel(const float* in, float* out, std::int64_t n, Pattern pattern) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[pattern.shift + pattern.step * i];  // 0 and the stride
}

std::unique_ptr<Prepared> prepare_stride(const Problem& problem) {
  return make_prepared(problem, stride_pattern(problem), ROOFLENS_NAMED(coalescing, stride_kernel));
}

}  // namespace rooflens::kernels::coalescing

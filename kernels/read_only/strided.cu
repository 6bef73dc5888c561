// for i in 0..n-1: out[i] = sum over k in 0..7 of in[s (i + k)]    the loads of ldg, s elements apart
// flops 7n, bytes read 32n (requested), bytes written 4n; compulsory 4 (n + 7) read
// wasted: a load of a warp needs min(32, 4 s) sectors where 4 would do, and brings 8 elements for one from s = 8 on
#include "kernels/read_only/prepared.cuh"

namespace rooflens::kernels::read_only {

__global__ void strided_kernel(const float* in, float* out, std::int64_t n, std::int64_t step) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = __ldg(in + step * i);
#pragma unroll
  for (int k = 1; k < kWindow; ++k) sum += __ldg(in + step * (i + k));
  out[i] = sum;
}

std::unique_ptr<Prepared> prepare_strided(const Problem& problem) {
  return make_prepared(problem, ROOFLENS_NAMED(read_only, strided_kernel), problem["stride"]);
}

}  // namespace rooflens::kernels::read_only

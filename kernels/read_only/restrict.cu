// for i in 0..n-1: out[i] = sum over k in 0..7 of in[i + k]        the pointers are promised not to overlap
// flops 7n, bytes read 32n (requested), bytes written 4n; compulsory 4 (n + 7) read: the L1 holds what neighbours share
#include "kernels/read_only/prepared.cuh"

namespace rooflens::kernels::read_only {

__global__ void restrict_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n,
                                std::int64_t step) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = in[step * i];
#pragma unroll
  for (int k = 1; k < kWindow; ++k) sum += in[step * (i + k)];
  out[i] = sum;
}

std::unique_ptr<Prepared> prepare_restrict(const Problem& problem) {
  return make_prepared(problem, ROOFLENS_NAMED(read_only, restrict_kernel), 1);
}

}  // namespace rooflens::kernels::read_only

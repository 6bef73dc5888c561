// for i in 0..n-1: out[i] = sum over k in 0..7 of in[i + k]        each load is told to be of data that nobody writes
// flops 7n, bytes read 32n (requested), bytes written 4n; compulsory 4 (n + 7) read: the L1 holds what neighbours share
#include "kernels/read_only/prepared.cuh"

namespace rooflens::kernels::read_only {

// The pointers may overlap as far as the compiler knows.
__global__ void ldg_kernel(const float* in, float* out, std::int64_t n, std::int64_t step) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float sum = __ldg(in + step * i);
#pragma unroll
  for (int k = 1; k < kWindow; ++k) sum += __ldg(in + step * (i + k));
  out[i] = sum;
}

std::unique_ptr<Prepared> prepare_ldg(const Problem& problem) {
  return make_prepared(problem, ROOFLENS_NAMED(read_only, ldg_kernel), 1);
}

}  // namespace rooflens::kernels::read_only

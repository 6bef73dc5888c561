// for i in 0..n-1: out[i] = x[i] + y[i] + z[i] + w[i]         the same records, an array a field
// flops 3n, bytes read 16n, bytes written 4n; 4 sectors per load (5 in the arrays that begin inside a sector: those
// after the first when 8 does not divide n)
#include "kernels/coalescing/prepared.cuh"

namespace rooflens::kernels::coalescing {

__global__ void struct_of_arrays_kernel(const float* in, float* out, std::int64_t n, Pattern pattern) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float* x = in + pattern.shift + pattern.step * i;  // i from the first
  const std::int64_t next = pattern.term_step;             // n
  out[i] = x[0] + x[next] + x[2 * next] + x[3 * next];
}

std::unique_ptr<Prepared> prepare_struct_of_arrays(const Problem& problem) {
  return make_prepared(problem, struct_of_arrays_pattern(problem), ROOFLENS_NAMED(coalescing, struct_of_arrays_kernel));
}

}  // namespace rooflens::kernels::coalescing

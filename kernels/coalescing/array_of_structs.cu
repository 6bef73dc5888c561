// for i in 0..n-1: out[i] = in[i].x + in[i].y + in[i].z + in[i].w     records of four floats, one load a field
// flops 3n, bytes read 16n, bytes written 4n
// wasted: every load of a field needs 16 sectors where 4 would do; all four loads want the same ones, so only the L1
// works four times as much
#include "kernels/coalescing/prepared.cuh"

namespace rooflens::kernels::coalescing {

__global__ void array_of_structs_kernel(const float* in, float* out, std::int64_t n, Pattern pattern) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float* x = in + pattern.shift + pattern.step * i;  // 4 i from the first
  const std::int64_t next = pattern.term_step;             // 1
  out[i] = x[0] + x[next] + x[2 * next] + x[3 * next];
}

std::unique_ptr<Prepared> prepare_array_of_structs(const Problem& problem) {
  return make_prepared(problem, array_of_structs_pattern(problem), ROOFLENS_NAMED(coalescing, array_of_structs_kernel));
}

}  // namespace rooflens::kernels::coalescing

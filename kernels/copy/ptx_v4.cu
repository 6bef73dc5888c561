// for i in 0..n-1: out[i] = in[i]             one thread per four elements: ld.global.v4.f32 and st.global.v4.f32
// flops 0, bytes read 4n, bytes written 4n; no intensity
// The first threads also copy the up to three elements after the last whole vector.
#include "kernels/copy/prepared.cuh"

namespace rooflens::kernels::copy {

constexpr unsigned int kPtxV4Block = 256;

// Four floats from one place in global memory to another; both 16-byte aligned.
__device__ void copy_vector(const float* from, float* to) {
  float x = 0;
  float y = 0;
  float z = 0;
  float w = 0;
  asm volatile("ld.global.v4.f32 {%0, %1, %2, %3}, [%4];"
               : "=f"(x), "=f"(y), "=f"(z), "=f"(w)
               : "l"(__cvta_generic_to_global(from)));
  asm volatile("st.global.v4.f32 [%0], {%1, %2, %3, %4};"
               :
               : "l"(__cvta_generic_to_global(to)), "f"(x), "f"(y), "f"(z), "f"(w)
               : "memory");
}

__global__ void ptx_v4_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  const std::int64_t vectors = n / 4;
  if (i < vectors) copy_vector(in + 4 * i, out + 4 * i);
  const std::int64_t rest = 4 * vectors + i;
  if (rest < n && i < 4) out[rest] = in[rest];
}

std::unique_ptr<Prepared> prepare_ptx_v4(const Problem& problem) {
  const unsigned int grid = grid_for(problem["n"] / 4, kPtxV4Block);
  return make_prepared(problem, {ROOFLENS_NAMED(copy, ptx_v4_kernel), dim3(grid), dim3(kPtxV4Block)});
}

}  // namespace rooflens::kernels::copy

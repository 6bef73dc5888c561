// for i in 0..n-1: out[i] = chain A of in[i]    2 rounds turns; a lane takes every other one
// flops 2n rounds, bytes read 4n, bytes written 4n; intensity rounds / 4 FLOP/B
// wasted: half of the lanes of every multiply-add are predicated off, which no count of active lanes shows
#include "kernels/device/chained_fma.cuh"
#include "kernels/divergence/prepared.cuh"

namespace rooflens::kernels::divergence {

// In PTX: a compiler sees that one of two turns is taken, and makes one multiply-add of them.
__device__ inline void take_turn(float& x, unsigned int mine) {
  asm volatile(
      "{\n"
      "  .reg .pred mine;\n"
      "  setp.ne.u32 mine, %1, 0;\n"
      "  @mine fma.rn.f32 %0, %0, %0, %2;\n"
      "}"
      : "+f"(x)
      : "r"(mine), "f"(kChainA));
}

__global__ void predicated_kernel(const float* __restrict__ in, float* __restrict__ out, std::int64_t n, int rounds,
                                  int /*lanes*/) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  float x = in[i];
  const unsigned int odd = threadIdx.x % 2;
  const unsigned int even = 1 - odd;
#pragma unroll 8
  for (int k = 0; k < rounds; ++k) {
    take_turn(x, even);
    take_turn(x, odd);
  }
  out[i] = x;
}

std::unique_ptr<Prepared> prepare_predicated(const Problem& problem) {
  return make_prepared(problem, Path::a, problem["rounds"], ROOFLENS_NAMED(divergence, predicated_kernel));
}

}  // namespace rooflens::kernels::divergence

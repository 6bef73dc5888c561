// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    128 x 128 tiles, 8 x 8 sums per thread in registers
// flops 2n^3, bytes read 8n^3 / 128, bytes written 4n^2; compulsory 12n^2
// (n not a multiple of 128: read 8n^2 ceil(n / 128); the arithmetic on the zeros that pad a tile is not counted)
// wasted: operands come from shared memory one by one, 16 loads for 64 multiply-adds: as many cycles of the one as of
// the other, so that shared memory and not the FP32 pipe sets the pace
#include "kernels/gemm/register_tile.cuh"

namespace rooflens::kernels::gemm {

template <bool kWhole>
__global__ void __launch_bounds__(kRegisterThreads)
    register_tiled_kernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  RegisterTile<float, 1, kFp32Slice, kWhole>::multiply(a, b, c, n);
}

std::unique_ptr<Prepared> prepare_register_tiled(const Problem& problem) {
  return make_prepared<float>(problem,
                              register_launch<float>(problem, register_tiled_kernel<true>, register_tiled_kernel<false>,
                                                     "rooflens::kernels::gemm::register_tiled_kernel"));
}

}  // namespace rooflens::kernels::gemm

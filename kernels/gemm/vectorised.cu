// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    as register-tiled, but 16 bytes at a time
// flops 2n^3, bytes read 8n^3 / 128, bytes written 4n^2; compulsory 12n^2
// (n not a multiple of 128: read 8n^2 ceil(n / 128); the arithmetic on the zeros that pad a tile is not counted)
// wasted: little; 4 loads from shared memory for 64 multiply-adds
#include "kernels/gemm/register_tile.cuh"

namespace rooflens::kernels::gemm {

template <bool kWhole>
__global__ void __launch_bounds__(kRegisterThreads, 2)
    vectorised_kernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  RegisterTile<float, 4, kFp32Slice, kWhole>::multiply(a, b, c, n);
}

std::unique_ptr<Prepared> prepare_vectorised(const Problem& problem) {
  return make_prepared<float>(problem,
                              register_launch<float>(problem, vectorised_kernel<true>, vectorised_kernel<false>,
                                                     "rooflens::kernels::gemm::vectorised_kernel"));
}

}  // namespace rooflens::kernels::gemm

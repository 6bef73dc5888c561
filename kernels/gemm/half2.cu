// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    a, b and the sums FP16, two columns an instruction
// flops 2n^3 (FP16), bytes read 4n^3 / 128, bytes written 4n^2; compulsory 8n^2
// (n not a multiple of 128: read 4n^2 ceil(n / 128); the arithmetic on the zeros that pad a tile is not counted)
// The inputs are +-1/2, so that a sum is a multiple of 1/4 and FP16 holds it exactly up to 512: that is n = 2048 for
// certain, and beyond by chance, 11 standard deviations at n = 32768. So there is no tolerance here either.
#include "kernels/gemm/register_tile.cuh"

namespace rooflens::kernels::gemm {

constexpr int kHalfSlice = 16;

template <bool kWhole>
__global__ void __launch_bounds__(kRegisterThreads, 2)
    half2_kernel(const __half* __restrict__ a, const __half* __restrict__ b, float* __restrict__ c, int n) {
  RegisterTile<__half, 8, kHalfSlice, kWhole>::multiply(a, b, c, n);
}

std::unique_ptr<Prepared> prepare_half2(const Problem& problem) {
  constexpr int kInputBits = 1;  // +-1/2: the sums are FP16
  return make_prepared<__half>(problem,
                               register_launch<__half>(problem, half2_kernel<true>, half2_kernel<false>,
                                                       "rooflens::kernels::gemm::half2_kernel"),
                               kInputBits);
}

}  // namespace rooflens::kernels::gemm

// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    register-tiled under __maxnreg__(registers)
// flops 2n^3, bytes read 8n^3 / 128, bytes written 4n^2; compulsory 12n^2
// (n not a multiple of 128: read 8n^2 ceil(n / 128); the arithmetic on the zeros that pad a tile is not counted)
// wasted: 64 sums, 16 operands and 8 elements on their way want 130 registers; with 64 most of them live in local
// memory, and four blocks on an SM instead of one do not make up for it
#include "kernels/device/with_constant.cuh"
#include "kernels/gemm/register_tile.cuh"

namespace rooflens::kernels::gemm {

template <int kRegisters, bool kWhole>
__global__ void __maxnreg__(kRegisters)
    max_registers_kernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  RegisterTile<float, 1, kFp32Slice, kWhole>::multiply(a, b, c, n);
}

std::unique_ptr<Prepared> prepare_max_registers(const Problem& problem) {
  return with_constant<2, 4>(problem["registers"] / 32, [&](auto steps) {
    return make_prepared<float>(problem, register_launch<float>(problem, max_registers_kernel<32 * steps(), true>,
                                                                max_registers_kernel<32 * steps(), false>,
                                                                "rooflens::kernels::gemm::max_registers_kernel"));
  });
}

}  // namespace rooflens::kernels::gemm

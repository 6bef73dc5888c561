// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    register-tiled under __launch_bounds__(256, blocks)
// flops 2n^3, bytes read 8n^3 / 128, bytes written 4n^2; compulsory 12n^2
// (n not a multiple of 128: read 8n^2 ceil(n / 128); the arithmetic on the zeros that pad a tile is not counted)
// 65536 / (256 blocks) registers are left for a thread: 128 for two blocks are just enough, 80 for three and 64 for
// four are not; wasted then: sums go to local memory and back
#include "kernels/device/with_constant.cuh"
#include "kernels/gemm/register_tile.cuh"

namespace rooflens::kernels::gemm {

template <int kBlocks, bool kWhole>
__global__ void __launch_bounds__(kRegisterThreads, kBlocks)
    launch_bounds_kernel(const float* __restrict__ a, const float* __restrict__ b, float* __restrict__ c, int n) {
  RegisterTile<float, 1, kFp32Slice, kWhole>::multiply(a, b, c, n);
}

std::unique_ptr<Prepared> prepare_launch_bounds(const Problem& problem) {
  return with_constant<1, 4>(problem["blocks"], [&](auto blocks) {
    return make_prepared<float>(problem, register_launch<float>(problem, launch_bounds_kernel<blocks(), true>,
                                                                launch_bounds_kernel<blocks(), false>,
                                                                "rooflens::kernels::gemm::launch_bounds_kernel"));
  });
}

}  // namespace rooflens::kernels::gemm

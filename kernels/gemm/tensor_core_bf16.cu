// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]    a, b bfloat16, c FP32, tensor cores, tiles of 128 x
// 128
// flops 2n^3 (tensor BF16), bytes read 4n^3 / 128, bytes written 4n^2; compulsory 8n^2
// a block of 8 warps keeps its tile of c in registers; a and b pass through shared memory 32 columns at a time
#include "kernels/gemm/prepared.cuh"
#include "kernels/gemm/tensor_core.cuh"

namespace rooflens::kernels::gemm {

__global__ void __launch_bounds__(kTensorThreads, 2)
    tensor_core_bf16_kernel(const __nv_bfloat16* __restrict__ a, const __nv_bfloat16* __restrict__ b,
                            float* __restrict__ c, int n) {
  tensor_core_tile(a, b, c, n);
}

std::unique_ptr<Prepared> prepare_tensor_core_bf16(const Problem& problem) {
  const unsigned int tiles = grid_for(problem["n"], kTensorTile);
  return make_prepared<__nv_bfloat16>(
      problem, {tensor_core_bf16_kernel, "rooflens::kernels::gemm::tensor_core_bf16_kernel", dim3(tiles, tiles),
                dim3(kTensorThreads)});
}

}  // namespace rooflens::kernels::gemm

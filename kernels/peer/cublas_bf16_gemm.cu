// for i, j in 0..n-1: c[i][j] = sum over k of a[i][k] * b[k][j]     by cuBLAS, the peer of gemm/tensor-core-bf16
// flops 2n^3 (bfloat16 with FP32 sums), compulsory bytes read 4n^2, bytes written 4n^2
// cuBLAS is opened at run time and may be missing; its kernels, and what they ask of memory, are its own choice
#include "kernels/device/cublas.hpp"
#include "kernels/gemm/prepared.cuh"
#include "kernels/peer/prepared.cuh"

namespace rooflens::kernels::peer {

std::unique_ptr<Prepared> prepare_cublas_bf16_gemm(const Problem& problem) {
  const auto cublas = std::make_shared<CublasHandle>();
  gemm::Plan<__nv_bfloat16> plan;
  plan.launch = [=](const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, int n) { cublas->bf16_gemm(n, a, b, c); };
  plan.describe = unknown_launches;
  return gemm::make_prepared_product(problem, std::move(plan));
}

}  // namespace rooflens::kernels::peer

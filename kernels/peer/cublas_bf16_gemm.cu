// peer/cublas-bf16-gemm on the device.
#include "kernels/peer/cublas_bf16_gemm.hpp"

#include "kernels/device/cublas.hpp"
#include "kernels/peer/prepared.cuh"
#include "kernels/sgemm/prepared.cuh"

namespace rooflens::kernels::peer {

std::unique_ptr<Prepared> prepare_cublas_bf16_gemm(const Problem& problem) {
  const auto cublas = std::make_shared<CublasHandle>();
  sgemm::Plan<__nv_bfloat16> plan;
  plan.launch = [=](const __nv_bfloat16* a, const __nv_bfloat16* b, float* c, int n) { cublas->bf16_gemm(n, a, b, c); };
  plan.describe = unknown_launches;
  return sgemm::make_prepared_product(problem, std::move(plan));
}

}  // namespace rooflens::kernels::peer

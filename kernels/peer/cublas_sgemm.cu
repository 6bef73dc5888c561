// peer/cublas-sgemm on the device.
#include "kernels/peer/cublas_sgemm.hpp"

#include "kernels/device/cublas.hpp"
#include "kernels/peer/prepared.cuh"
#include "kernels/sgemm/prepared.cuh"

namespace rooflens::kernels::peer {

std::unique_ptr<Prepared> prepare_cublas_sgemm(const Problem& problem) {
  const auto cublas = std::make_shared<CublasHandle>();
  sgemm::Plan<float> plan;
  plan.launch = [=](const float* a, const float* b, float* c, int n) { cublas->sgemm(n, a, b, c); };
  plan.describe = unknown_launches;
  return sgemm::make_prepared_product(problem, std::move(plan));
}

}  // namespace rooflens::kernels::peer

// peer/cublas-sgemm on the device.
#include "kernels/peer/cublas_sgemm.hpp"

#include "kernels/device/requirements.hpp"
#include "kernels/peer/gemm.cuh"

namespace rooflens::kernels::peer {

constexpr int kInputBits = 12;  // that a significand of the inputs holds

std::unique_ptr<Prepared> prepare_cublas_sgemm(const Problem& problem) {
  require_device(cublas_sgemm, problem);
  return std::make_unique<Gemm<float>>(problem["n"], kInputBits, &CublasHandle::sgemm);
}

}  // namespace rooflens::kernels::peer

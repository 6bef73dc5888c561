// peer/cublas-bf16-gemm on the device.
#include "kernels/peer/cublas_bf16_gemm.hpp"

#include <cuda_bf16.h>

#include "kernels/device/requirements.hpp"
#include "kernels/peer/gemm.cuh"

namespace rooflens::kernels::peer {

constexpr int kInputBits = 8;  // that a significand of the inputs holds

std::unique_ptr<Prepared> prepare_cublas_bf16_gemm(const Problem& problem) {
  require_device(cublas_bf16_gemm, problem);
  return std::make_unique<Gemm<__nv_bfloat16>>(problem["n"], kInputBits, &CublasHandle::bf16_gemm);
}

}  // namespace rooflens::kernels::peer

// cuBLAS, opened when it is first wanted: rooflens never links it, so that it runs where it is not installed.
#pragma once

struct __nv_bfloat16;

namespace rooflens::kernels {

/// A context of cuBLAS on the current device, on the legacy default stream. Matrices are square and row-major, in
/// device memory; calls are asynchronous. Errors throw DeviceError.
class CublasHandle {
 public:
  /// Throws DeviceError, with what to do about it, when there is no cuBLAS.
  CublasHandle();
  ~CublasHandle();
  CublasHandle(const CublasHandle&) = delete;
  CublasHandle& operator=(const CublasHandle&) = delete;

  /// C = A B in FP32, not in TF32.
  void sgemm(int n, const float* a, const float* b, float* c) const;
  /// C = A B with bfloat16 inputs and FP32 sums, on the tensor cores.
  void bf16_gemm(int n, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) const;

 private:
  void* handle_ = nullptr;
};

}  // namespace rooflens::kernels

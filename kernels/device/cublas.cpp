// The few functions of cuBLAS that are used, declared by hand: their binary interface is the same from version 11 on.
#include "kernels/device/cublas.hpp"

#include <dlfcn.h>
#include <fmt/core.h>

#include <array>

#include "kernels/device/error.hpp"

namespace rooflens::kernels {
namespace {

using Status = int;
constexpr Status kSuccess = 0;
constexpr int kNotTransposed = 0;
constexpr int kDefaultMath = 0;  // FP32 stays FP32
constexpr int kFp32 = 0;
constexpr int kBf16 = 14;
constexpr int kComputeFp32 = 68;
constexpr int kDefaultAlgorithm = -1;

constexpr std::array kNames{"libcublas.so.13", "libcublas.so.12", "libcublas.so"};

void* open_library() {
  for (const char* name : kNames) {
    if (void* library = dlopen(name, RTLD_NOW | RTLD_LOCAL)) return library;
  }
  throw DeviceError(
      fmt::format("cuBLAS is unavailable: neither {} nor {} nor {} can be loaded; install it (NVIDIA's package "
                  "libcublas, or nvidia-cublas of the Python index) or put its directory into LD_LIBRARY_PATH",
                  kNames[0], kNames[1], kNames[2]));
}

class Library {
  void* library_ = open_library();  // never closed: contexts of others may outlive ours

 public:
  Status (*create)(void** handle) = symbol<Status(void**)>("cublasCreate_v2");
  Status (*destroy)(void* handle) = symbol<Status(void*)>("cublasDestroy_v2");
  Status (*set_math_mode)(void* handle, int mode) = symbol<Status(void*, int)>("cublasSetMathMode");

  using Sgemm = Status(void* handle, int transpose_a, int transpose_b, int m, int n, int k, const float* alpha,
                       const float* a, int lda, const float* b, int ldb, const float* beta, float* c, int ldc);
  Sgemm* sgemm = symbol<Sgemm>("cublasSgemm_v2");

  using GemmEx = Status(void* handle, int transpose_a, int transpose_b, int m, int n, int k, const void* alpha,
                        const void* a, int type_a, int lda, const void* b, int type_b, int ldb, const void* beta,
                        void* c, int type_c, int ldc, int compute, int algorithm);
  GemmEx* gemm_ex = symbol<GemmEx>("cublasGemmEx");

 private:
  template <typename Function>
  [[nodiscard]] Function* symbol(const char* name) const {
    void* address = dlsym(library_, name);
    if (address == nullptr) {
      throw DeviceError(fmt::format("cuBLAS is unavailable: the library has no {}; install version 12 or newer", name));
    }
    return reinterpret_cast<Function*>(address);
  }
};

// Opened at the first call; after a failure the next call tries again.
const Library& library() {
  static const Library opened;
  return opened;
}

void check(Status status, const char* call) {
  if (status != kSuccess) throw DeviceError(fmt::format("{} of cuBLAS failed with status {}", call, status));
}

constexpr float kOne = 1.0f;
constexpr float kZero = 0.0f;

}  // namespace

CublasHandle::CublasHandle() {
  check(library().create(&handle_), "cublasCreate");
  check(library().set_math_mode(handle_, kDefaultMath), "cublasSetMathMode");
}

CublasHandle::~CublasHandle() { library().destroy(handle_); }

// cuBLAS stores columns: seen that way the matrices are transposed, and C^T = B^T A^T.
void CublasHandle::sgemm(int n, const float* a, const float* b, float* c) const {
  check(library().sgemm(handle_, kNotTransposed, kNotTransposed, n, n, n, &kOne, b, n, a, n, &kZero, c, n),
        "cublasSgemm");
}

void CublasHandle::bf16_gemm(int n, const __nv_bfloat16* a, const __nv_bfloat16* b, float* c) const {
  check(library().gemm_ex(handle_, kNotTransposed, kNotTransposed, n, n, n, &kOne, b, kBf16, n, a, kBf16, n, &kZero, c,
                          kFp32, n, kComputeFp32, kDefaultAlgorithm),
        "cublasGemmEx");
}

}  // namespace rooflens::kernels

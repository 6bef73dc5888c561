// precision/fma-bf16x2 on the device.
#include "kernels/precision/fma_bf16x2.hpp"

#include <cuda_bf16.h>

#include "kernels/precision/stream.cuh"

namespace rooflens::kernels::precision {

struct Bf16x2 {
  using Value = __nv_bfloat162;
  static constexpr int lanes = 2;
  static __device__ Value encode(int first, int second) {
    return __floats2bfloat162_rn(static_cast<float>(first), static_cast<float>(second));
  }
  static __device__ Value factor(int minus_one) { return encode(minus_one, minus_one); }
  static __device__ Value fma(Value a, Value x, Value y) {
#if __CUDA_ARCH__ >= 800  // older devices have no such instruction; prepare() refuses them
    return __hfma2(a, x, y);
#else
    return a;
#endif
  }
  static __device__ float decode(Value value) { return __low2float(value) + __high2float(value); }
};

std::unique_ptr<Prepared> prepare_fma_bf16x2(const Problem& problem) {
  return prepare_stream<Bf16x2>(problem, "Bf16x2");
}

}  // namespace rooflens::kernels::precision

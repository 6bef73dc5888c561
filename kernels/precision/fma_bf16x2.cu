// for each of 8 pairs of a thread, iterations times: x = y - x; y = x - y        an instruction each
// operations 64 iterations n (BF16; counters see them as FP16)
// bytes read 128 n from a table of 256 KiB, bytes written 4n
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

// precision/fma-fp32 on the device.
#include "kernels/precision/fma_fp32.hpp"

#include "kernels/precision/stream.cuh"

namespace rooflens::kernels::precision {

struct Fp32 {
  using Value = float;
  static constexpr int lanes = 1;
  static __device__ Value encode(int value, int) { return static_cast<float>(value); }
  static __device__ Value factor(int minus_one) { return static_cast<float>(minus_one); }
  static __device__ Value fma(Value a, Value x, Value y) { return __fmaf_rn(a, x, y); }
  static __device__ float decode(Value value) { return value; }
};

std::unique_ptr<Prepared> prepare_fma_fp32(const Problem& problem) { return prepare_stream<Fp32>(problem, "Fp32"); }

}  // namespace rooflens::kernels::precision

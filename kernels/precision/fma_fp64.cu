// precision/fma-fp64 on the device.
#include "kernels/precision/fma_fp64.hpp"

#include "kernels/precision/stream.cuh"

namespace rooflens::kernels::precision {

struct Fp64 {
  using Value = double;
  static constexpr int lanes = 1;
  static __device__ Value encode(int value, int) { return value; }
  static __device__ Value factor(int minus_one) { return minus_one; }
  static __device__ Value fma(Value a, Value x, Value y) { return __fma_rn(a, x, y); }
  static __device__ float decode(Value value) { return static_cast<float>(value); }
};

std::unique_ptr<Prepared> prepare_fma_fp64(const Problem& problem) { return prepare_stream<Fp64>(problem, "Fp64"); }

}  // namespace rooflens::kernels::precision

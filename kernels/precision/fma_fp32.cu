// for each of 8 pairs of a thread, iterations times: x = y - x; y = x - y        an instruction each
// operations 32 iterations n (FP32)
// bytes read 64 n from a table of 256 KiB, bytes written 4n
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

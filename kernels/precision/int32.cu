// for each of 8 pairs of a thread, iterations times: x = y - x; y = x - y        an instruction each
// operations 16 iterations n (INT32)
// bytes read 64 n from a table of 256 KiB, bytes written 4n
// an integer instruction counts one operation, as the counters have it
#include "kernels/precision/stream.cuh"

namespace rooflens::kernels::precision {

struct Int32 {
  using Value = int;
  static constexpr int lanes = 1;
  static __device__ Value encode(int value, int) { return value; }
  static __device__ Value factor(int minus_one) { return minus_one; }
  static __device__ Value fma(Value a, Value x, Value y) { return a * x + y; }
  static __device__ float decode(Value value) { return static_cast<float>(value); }
};

std::unique_ptr<Prepared> prepare_int32(const Problem& problem) { return prepare_stream<Int32>(problem, "Int32"); }

}  // namespace rooflens::kernels::precision

// for each of 8 pairs of a thread, iterations times: x = y - x; y = x - y        an instruction each
// operations 16 iterations n (INT32)
// bytes read 64 n from a table of 256 KiB, bytes written 4n
// each is four multiplications and four additions of bytes, but one instruction, and counts as one operation, as the
// counters have it
#include "kernels/precision/stream.cuh"

namespace rooflens::kernels::precision {

// One byte of the factor is -1 and three are 0: the low byte of x, which is all of it, is taken from y.
struct Dp4a {
  using Value = int;
  static constexpr int lanes = 1;
  static __device__ Value encode(int value, int) { return value; }
  static __device__ Value factor(int minus_one) { return minus_one & 0xff; }
  static __device__ Value fma(Value a, Value x, Value y) { return __dp4a(a, x, y); }
  static __device__ float decode(Value value) { return static_cast<float>(value); }
};

std::unique_ptr<Prepared> prepare_dp4a(const Problem& problem) { return prepare_stream<Dp4a>(problem, "Dp4a"); }

}  // namespace rooflens::kernels::precision

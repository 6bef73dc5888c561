// for each of 8 pairs of a thread, iterations times: x = y - x; y = x - y        an instruction each
// operations 16 iterations n (INT32)
// bytes read 64 n from a table of 256 KiB, bytes written 4n
// each is four multiplications and four additions of bytes, but one instruction, and counts as one operation, as the
// counters have it
#include "kernels/precision/prepared.cuh"

namespace rooflens::kernels::precision {

// One byte of the factor is -1 and three are 0: the low byte of x, which is all of it, is taken from y.
__global__ void __launch_bounds__(kStreamBlock)
    dp4a_kernel(const std::int32_t* __restrict__ table, float* __restrict__ out, std::int64_t n, int iterations,
                int minus_one) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const auto thread = static_cast<std::uint64_t>(i);
  int x[kPairs];
  int y[kPairs];
#pragma unroll
  for (int pair = 0; pair < kPairs; ++pair) x[pair] = table[stream_entry(thread, pair, 0)];
#pragma unroll
  for (int pair = 0; pair < kPairs; ++pair) y[pair] = table[stream_entry(thread, pair + kPairs, 0)];
  const int a = minus_one & 0xff;
#pragma unroll 4
  for (int iteration = 0; iteration < iterations; ++iteration) {
#pragma unroll
    for (int pair = 0; pair < kPairs; ++pair) x[pair] = __dp4a(a, x[pair], y[pair]);
#pragma unroll
    for (int pair = 0; pair < kPairs; ++pair) y[pair] = __dp4a(a, y[pair], x[pair]);
  }
  float sum = 0.0f;
#pragma unroll
  for (int pair = 0; pair < kPairs; ++pair) sum += static_cast<float>(x[pair]);
#pragma unroll
  for (int pair = 0; pair < kPairs; ++pair) sum += static_cast<float>(y[pair]);
  out[i] = sum;
}

std::unique_ptr<Prepared> prepare_dp4a(const Problem& problem) {
  return make_stream(problem, ROOFLENS_NAMED(precision, dp4a_kernel), 1);
}

}  // namespace rooflens::kernels::precision

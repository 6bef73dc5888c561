// for each of 8 pairs of a thread, iterations times: x = y - x; y = x - y        an instruction each
// operations 16 iterations n (INT32)
// bytes read 64 n from a table of 256 KiB, bytes written 4n
// an integer instruction counts one operation, as the counters have it
#include "kernels/precision/prepared.cuh"

namespace rooflens::kernels::precision {

__global__ void __launch_bounds__(kStreamBlock)
    int32_kernel(const std::int32_t* __restrict__ table, float* __restrict__ out, std::int64_t n, int iterations,
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
  const int a = minus_one;
#pragma unroll 4
  for (int iteration = 0; iteration < iterations; ++iteration) {
#pragma unroll
    for (int pair = 0; pair < kPairs; ++pair) x[pair] = a * x[pair] + y[pair];
#pragma unroll
    for (int pair = 0; pair < kPairs; ++pair) y[pair] = a * y[pair] + x[pair];
  }
  float sum = 0.0f;
#pragma unroll
  for (int pair = 0; pair < kPairs; ++pair) sum += static_cast<float>(x[pair]);
#pragma unroll
  for (int pair = 0; pair < kPairs; ++pair) sum += static_cast<float>(y[pair]);
  out[i] = sum;
}

std::unique_ptr<Prepared> prepare_int32(const Problem& problem) {
  return make_stream(problem, ROOFLENS_NAMED(precision, int32_kernel), 1);
}

}  // namespace rooflens::kernels::precision

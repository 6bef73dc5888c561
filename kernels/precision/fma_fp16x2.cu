// for each of 8 pairs of a thread, iterations times: x = y - x; y = x - y        an instruction each
// operations 64 iterations n (packed FP16)
// bytes read 128 n from a table of 256 KiB, bytes written 4n
#include <cuda_fp16.h>

#include "kernels/precision/prepared.cuh"

namespace rooflens::kernels::precision {

__global__ void __launch_bounds__(kStreamBlock)
    fma_fp16x2_kernel(const std::int32_t* __restrict__ table, float* __restrict__ out, std::int64_t n, int iterations,
                      int minus_one) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const auto thread = static_cast<std::uint64_t>(i);
  __half2 x[kPairs];
  __half2 y[kPairs];
#pragma unroll
  for (int pair = 0; pair < kPairs; ++pair)
    x[pair] = __floats2half2_rn(static_cast<float>(table[stream_entry(thread, pair, 0)]),
                                static_cast<float>(table[stream_entry(thread, pair, 1)]));
#pragma unroll
  for (int pair = 0; pair < kPairs; ++pair)
    y[pair] = __floats2half2_rn(static_cast<float>(table[stream_entry(thread, pair + kPairs, 0)]),
                                static_cast<float>(table[stream_entry(thread, pair + kPairs, 1)]));
  const __half2 a = __floats2half2_rn(static_cast<float>(minus_one), static_cast<float>(minus_one));
#pragma unroll 4
  for (int iteration = 0; iteration < iterations; ++iteration) {
#pragma unroll
    for (int pair = 0; pair < kPairs; ++pair) x[pair] = __hfma2(a, x[pair], y[pair]);
#pragma unroll
    for (int pair = 0; pair < kPairs; ++pair) y[pair] = __hfma2(a, y[pair], x[pair]);
  }
  float sum = 0.0f;
#pragma unroll
  for (int pair = 0; pair < kPairs; ++pair) sum += __low2float(x[pair]) + __high2float(x[pair]);
#pragma unroll
  for (int pair = 0; pair < kPairs; ++pair) sum += __low2float(y[pair]) + __high2float(y[pair]);
  out[i] = sum;
}

std::unique_ptr<Prepared> prepare_fma_fp16x2(const Problem& problem) {
  return make_stream(problem, ROOFLENS_NAMED(precision, fma_fp16x2_kernel), 2);
}

}  // namespace rooflens::kernels::precision

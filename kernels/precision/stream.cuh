// The kernel of the FMA streams, for a format that says what a value is and how its FMA is spelt.
#pragma once

#include <string>

#include "kernels/precision/prepared.cuh"

namespace rooflens::kernels::precision {

/// Format: Value, lanes, encode(first lane, second lane), factor(minus one), fma(factor, x, y) and decode(value), the
/// sum of the lanes.
template <typename Format>
__global__ void __launch_bounds__(kStreamBlock)
    stream_kernel(const std::int32_t* __restrict__ table, float* __restrict__ out, std::int64_t n, int iterations,
                  int minus_one) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  typename Format::Value values[kStreamFmas];
#pragma unroll
  for (int value = 0; value < kStreamFmas; ++value) {
    const std::int32_t first = table[stream_entry(static_cast<std::uint64_t>(i), value, 0)];
    std::int32_t second = first;
    if constexpr (Format::lanes == 2) second = table[stream_entry(static_cast<std::uint64_t>(i), value, 1)];
    values[value] = Format::encode(first, second);
  }
  const typename Format::Value factor = Format::factor(minus_one);
#pragma unroll 4
  for (int iteration = 0; iteration < iterations; ++iteration) {
#pragma unroll
    for (int pair = 0; pair < kPairs; ++pair) {
      values[pair] = Format::fma(factor, values[pair], values[pair + kPairs]);
    }
#pragma unroll
    for (int pair = 0; pair < kPairs; ++pair) {
      values[pair + kPairs] = Format::fma(factor, values[pair + kPairs], values[pair]);
    }
  }
  float sum = 0.0f;
#pragma unroll
  for (int value = 0; value < kStreamFmas; ++value) sum += Format::decode(values[value]);
  out[i] = sum;
}

/// `format` is the name of Format, for people.
template <typename Format>
[[nodiscard]] std::unique_ptr<Prepared> prepare_stream(const Problem& problem, const std::string& format) {
  return make_stream(problem,
                     {stream_kernel<Format>, "rooflens::kernels::precision::stream_kernel<" + format + ">",
                      dim3(grid_for(problem["n"], kStreamBlock)), dim3(kStreamBlock)},
                     Format::lanes);
}

}  // namespace rooflens::kernels::precision

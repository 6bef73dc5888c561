// coalescing on a device: the kernel, buffers, random input, verification. The variants differ in the pattern alone.
// Sums of so few bits are exact in every order, so the tolerance is zero.
#pragma once

#include <memory>

#include "kernels/coalescing/family.hpp"
#include "kernels/device/array_map.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::coalescing {

inline constexpr unsigned int kBlock = 256;

// (in, out, n, pattern)
using Launch = KernelLaunch<const float*, float*, std::int64_t, Pattern>;

// The number of terms is known to the compiler, so all loads come before the first addition; their distance is not, so
// that it cannot merge loads of neighbours into wider ones.
template <int terms>
__global__ void gather_kernel(const float* in, float* out, std::int64_t n, Pattern pattern) {
  const std::int64_t i = std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x;
  if (i >= n) return;
  const float* first = in + pattern.shift + pattern.step * i;
  float sum = first[0];
#pragma unroll
  for (int term = 1; term < terms; ++term) sum += first[pattern.term_step * term];
  out[i] = sum;
}

// In integers, unlike the CPU reference.
struct GatheredSum {
  Pattern pattern;
  __device__ double operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    long long sum = 0;
    for (int term = 0; term < pattern.terms; ++term) {
      sum += in[0].scaled(static_cast<std::uint64_t>(pattern.shift + pattern.term_step * term) +
                          static_cast<std::uint64_t>(pattern.step) * i);
    }
    return static_cast<double>(sum) / static_cast<double>(1 << in[0].bits);
  }
};

[[nodiscard]] inline std::unique_ptr<Prepared> make_prepared(const Problem& problem, const Pattern& pattern) {
  const std::int64_t n = problem["n"];
  Launch launch{gather_kernel<1>, "rooflens::kernels::coalescing::gather_kernel<1>", dim3(grid_for(n, kBlock)),
                dim3(kBlock)};
  if (pattern.terms == kFields) {
    launch.function = gather_kernel<kFields>;
    launch.name = "rooflens::kernels::coalescing::gather_kernel<4>";
  }
  const auto expected = [pattern](const RandomInputs<1>& in, std::uint64_t i) { return reference(in[0], pattern, i); };
  return prepare_array_map({input_elements(n, pattern), n},
                           random_inputs<1>(exact_sum_bits(static_cast<std::uint64_t>(pattern.terms))),
                           GatheredSum{pattern}, expected, element_label, launch, n, pattern);
}

}  // namespace rooflens::kernels::coalescing

// coalescing on a device: buffers, random input, verification. The kernels take the pattern as an argument, so that the
// compiler cannot merge loads of neighbours into wider ones and all of a kind run the same instructions.
// Sums of so few bits are exact in every order, so the tolerance is zero.
#pragma once

#include <memory>

#include "kernels/coalescing/family.hpp"
#include "kernels/device/array_map.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::coalescing {

inline constexpr unsigned int kBlock = 256;

/// (in, out, n, pattern)
using Launch = KernelLaunch<const float*, float*, std::int64_t, Pattern>;

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

/// A thread an element.
[[nodiscard]] inline std::unique_ptr<Prepared> make_prepared(const Problem& problem, const Pattern& pattern,
                                                             decltype(Launch::function) function, const char* name) {
  const std::int64_t n = problem["n"];
  const Launch launch{function, name, dim3(grid_for(n, kBlock)), dim3(kBlock)};
  const auto expected = [pattern](const RandomInputs<1>& in, std::uint64_t i) { return reference(in[0], pattern, i); };
  return prepare_array_map({input_elements(n, pattern), n},
                           random_inputs<1>(exact_sum_bits(static_cast<std::uint64_t>(pattern.terms))),
                           GatheredSum{pattern}, expected, element_label, launch, n, pattern);
}

}  // namespace rooflens::kernels::coalescing

// read_only on a device: buffers, random input, verification. Sums of so few bits are exact in every order, so the
// tolerance is zero.
#pragma once

#include <memory>

#include "kernels/device/array_map.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/read_only/family.hpp"

namespace rooflens::kernels::read_only {

inline constexpr unsigned int kBlock = 256;

/// (in, out, n, step)
using Launch = KernelLaunch<const float*, float*, std::int64_t, std::int64_t>;

// In integers, unlike the CPU reference.
struct WindowSum {
  std::uint64_t step;
  __device__ double operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    long long sum = 0;
    for (std::uint64_t k = 0; k < kWindow; ++k) sum += in[0].scaled(step * (i + k));
    return static_cast<double>(sum) / static_cast<double>(1 << in[0].bits);
  }
};

/// A thread an element.
[[nodiscard]] inline std::unique_ptr<Prepared> make_prepared(const Problem& problem,
                                                             decltype(Launch::function) function, const char* name,
                                                             std::int64_t step) {
  const std::int64_t n = problem["n"];
  const Launch launch{function, name, dim3(grid_for(n, kBlock)), dim3(kBlock)};
  const auto expected = [step](const RandomInputs<1>& in, std::uint64_t i) { return reference(in[0], step, i); };
  return prepare_array_map({input_elements(n, step), n}, random_inputs<1>(exact_sum_bits(kWindow)),
                           WindowSum{static_cast<std::uint64_t>(step)}, expected, element_label, launch, n, step);
}

}  // namespace rooflens::kernels::read_only

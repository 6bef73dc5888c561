// stencil1d on a device: buffers, random inputs, verification. The variants differ in the launch, and in where the
// coefficients are: in global memory or among the arguments, which are constant memory. The inputs have so few bits
// that FP32 sums of their products are exact in every order, so the tolerance is zero.
#pragma once

#include <memory>
#include <type_traits>

#include "kernels/device/array_map.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/device/with_constant.cuh"
#include "kernels/stencil1d/family.hpp"

namespace rooflens::kernels::stencil1d {

/// (in, coefficients, out, n). CoefficientArgument: const float*, Coefficients.
template <typename CoefficientArgument>
using Launch = KernelLaunch<const float*, CoefficientArgument, float*, std::int64_t>;

inline constexpr int kBits = exact_dot_bits(2 * kMostRadius, 12);

// In integers, unlike the CPU reference.
struct WeightedDifferences {
  UniformInput coefficients;
  std::int64_t n;
  std::int64_t radius;
  __device__ double operator()(const RandomInputs<1>& inputs, std::uint64_t index) const {
    const UniformInput& in = inputs[0];
    const auto i = static_cast<std::int64_t>(index);
    long long sum = 0;
    for (std::int64_t k = 1; k <= radius; ++k) {
      const long long right = i + k < n ? in.scaled(static_cast<std::uint64_t>(i + k)) : 0;
      const long long left = i - k >= 0 ? in.scaled(static_cast<std::uint64_t>(i - k)) : 0;
      sum += coefficients.scaled(static_cast<std::uint64_t>(k - 1)) * (right - left);
    }
    return static_cast<double>(sum) / static_cast<double>(1LL << (in.bits + coefficients.bits));
  }
};

template <typename CoefficientArgument>
[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch<CoefficientArgument> launch) {
  const WeightedDifferences rule{{next_seed(), kBits}, problem["n"], problem["radius"]};
  const auto in_memory = std::make_shared<DeviceBuffer<float>>(kMostRadius);
  fill(*in_memory, rule.coefficients);
  Coefficients as_argument{};
  for (std::uint64_t i = 0; i < kMostRadius; ++i) as_argument.at[i] = rule.coefficients(i);

  using Map = ArrayMap<1, WeightedDifferences>;
  return std::make_unique<Map>(ArraySizes{rule.n, rule.n}, random_inputs<1>(kBits), rule,
                               Map::Calls{.launch =
                                              [=](const Map::Pointers& in, float* out) {
                                                if constexpr (std::is_same_v<CoefficientArgument, Coefficients>) {
                                                  launch(in[0], as_argument, out, rule.n);
                                                } else {
                                                  launch(in[0], in_memory->data(), out, rule.n);
                                                }
                                              },
                                          .describe = [launch] { return launch.describe(); },
                                          .reference =
                                              [rule](const RandomInputs<1>& in, std::uint64_t i) {
                                                return reference(in[0], rule.coefficients, rule.n, rule.radius,
                                                                 static_cast<std::int64_t>(i));
                                              },
                                          .label = element_label});
}

}  // namespace rooflens::kernels::stencil1d

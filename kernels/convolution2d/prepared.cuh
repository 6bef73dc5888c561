// convolution2d on a device: buffers, random inputs, verification. The variants differ in the launch, and in where the
// filter is: in global memory or among the arguments, which are constant memory. The inputs have so few bits that FP32
// sums of their products are exact in every order, so the tolerance is zero.
#pragma once

#include <memory>
#include <type_traits>

#include "kernels/convolution2d/family.hpp"
#include "kernels/device/array_map.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/device/with_constant.cuh"

namespace rooflens::kernels::convolution2d {

/// (in, filter, out, n). FilterArgument: const float*, Filter.
template <typename FilterArgument>
using Launch = KernelLaunch<const float*, FilterArgument, float*, int>;

inline constexpr int kBits = exact_dot_bits(kMostTaps, 12);

// In integers, unlike the CPU reference.
struct Convolved {
  UniformInput filter;
  std::int64_t n;
  std::int64_t radius;
  __device__ double operator()(const RandomInputs<1>& inputs, std::uint64_t i) const {
    const UniformInput& in = inputs[0];
    const std::int64_t row = static_cast<std::int64_t>(i) / n;
    const std::int64_t column = static_cast<std::int64_t>(i) % n;
    long long sum = 0;
    for (std::int64_t dy = -radius; dy <= radius; ++dy) {
      for (std::int64_t dx = -radius; dx <= radius; ++dx) {
        const std::int64_t y = row + dy;
        const std::int64_t x = column + dx;
        if (y < 0 || y >= n || x < 0 || x >= n) continue;
        const auto tap = static_cast<std::uint64_t>((dy + radius) * (2 * radius + 1) + dx + radius);
        sum += static_cast<long long>(filter.scaled(tap)) * in.scaled(static_cast<std::uint64_t>(y * n + x));
      }
    }
    return static_cast<double>(sum) / static_cast<double>(1LL << (in.bits + filter.bits));
  }
};

template <typename FilterArgument>
[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch<FilterArgument> launch) {
  const Convolved rule{{next_seed(), kBits}, problem["n"], problem["radius"]};
  const auto side = static_cast<std::size_t>(2 * rule.radius + 1);
  const auto in_memory = std::make_shared<DeviceBuffer<float>>(side * side);
  fill(*in_memory, rule.filter);
  Filter as_argument{};
  for (std::size_t i = 0; i < in_memory->size(); ++i) as_argument.at[i] = rule.filter(i);

  using Map = ArrayMap<1, Convolved>;
  return std::make_unique<Map>(
      ArraySizes{rule.n * rule.n, rule.n * rule.n}, random_inputs<1>(kBits), rule,
      Map::Calls{.launch =
                     [=](const Map::Pointers& in, float* out) {
                       if constexpr (std::is_same_v<FilterArgument, Filter>) {
                         launch(in[0], as_argument, out, static_cast<int>(rule.n));
                       } else {
                         launch(in[0], in_memory->data(), out, static_cast<int>(rule.n));
                       }
                     },
                 .describe = [launch] { return launch.describe(); },
                 .reference = [rule](const RandomInputs<1>& in,
                                     std::uint64_t i) { return reference(in[0], rule.filter, rule.n, rule.radius, i); },
                 .label = matrix_label(static_cast<std::uint64_t>(rule.n))});
}

}  // namespace rooflens::kernels::convolution2d

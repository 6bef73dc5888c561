// stencil3d on a device: buffers, random inputs, verification. The variants differ in the launch alone. The inputs have
// so few bits that FP32 sums of their products are exact in every order, so the tolerance is zero.
#pragma once

#include <memory>

#include "kernels/device/array_map.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/device/with_constant.cuh"
#include "kernels/stencil3d/family.hpp"

namespace rooflens::kernels::stencil3d {

/// (in, coefficients, out, n)
using Launch = KernelLaunch<const float*, StarCoefficients, float*, int>;

inline constexpr int kBits = exact_dot_bits(kMostPoints, 12);

// In integers, unlike the CPU reference.
struct Star {
  UniformInput coefficients;
  Volume grid;
  __device__ double operator()(const RandomInputs<1>& inputs, std::uint64_t i) const {
    const UniformInput& in = inputs[0];
    std::uint64_t k = 0;
    long long sum = static_cast<long long>(coefficients.scaled(k++)) * in.scaled(i);
    std::int64_t stride = 1;
    for (std::int64_t axis = 0; axis < grid.dimensions; ++axis, stride *= grid.n) {
      const std::int64_t place = static_cast<std::int64_t>(i) / stride % grid.n;
      if (place < grid.order || place >= grid.n - grid.order) return double{in(i)};
      for (std::int64_t distance = 1; distance <= grid.order; ++distance) {
        const auto reach = static_cast<std::uint64_t>(distance * stride);
        sum += static_cast<long long>(coefficients.scaled(k++)) * in.scaled(i - reach);
        sum += static_cast<long long>(coefficients.scaled(k++)) * in.scaled(i + reach);
      }
    }
    return static_cast<double>(sum) / static_cast<double>(1LL << (in.bits + coefficients.bits));
  }
};

[[nodiscard]] inline std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch) {
  const Volume grid{problem["n"], problem["order"], dimensions_of(problem)};
  const std::int64_t points = grid.n * grid.n * (grid.dimensions == 3 ? grid.n : 1);
  const Star rule{{next_seed(), kBits}, grid};
  StarCoefficients coefficients{};
  for (std::uint64_t i = 0; i < kMostPoints; ++i) coefficients.at[i] = rule.coefficients(i);

  using Map = ArrayMap<1, Star>;
  return std::make_unique<Map>(
      ArraySizes{points, points}, random_inputs<1>(kBits), rule,
      Map::Calls{.launch = [=](const Map::Pointers& in,
                               float* out) { launch(in[0], coefficients, out, static_cast<int>(grid.n)); },
                 .describe = [launch] { return launch.describe(); },
                 .reference = [rule](const RandomInputs<1>& in,
                                     std::uint64_t i) { return reference(in[0], rule.coefficients, rule.grid, i); },
                 .label = element_label});
}

}  // namespace rooflens::kernels::stencil3d

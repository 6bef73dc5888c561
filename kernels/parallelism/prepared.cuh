// parallelism on a device: buffers, random input, verification. The variants differ in the launch and in the factor.
// The inputs have so few bits that the chains of additions are exact, so the tolerance is zero.
#pragma once

#include <memory>
#include <utility>

#include "kernels/device/array_map.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/parallelism/family.hpp"

namespace rooflens::kernels::parallelism {

/// (in, out, n, one). The last is 1, which the compiler must not know.
using Launch = KernelLaunch<const float*, float*, std::int64_t, float>;

inline constexpr int kInputBits = 12;
static_assert(kValuesFactor << kInputBits < 1 << 24 && kChainFactor << kInputBits < 1 << 24);

// In integers, unlike the CPU reference.
struct MultipleOfInput {
  std::int64_t factor;
  __device__ double operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    return static_cast<double>(factor * in[0].scaled(i)) / static_cast<double>(1 << in[0].bits);
  }
};

/// out[i] = factor * in[i].
[[nodiscard]] inline std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch,
                                                             std::int64_t factor) {
  const std::int64_t n = problem["n"];
  const auto expected = [factor](const RandomInputs<1>& in, std::uint64_t i) { return reference(in[0], factor, i); };
  return prepare_array_map({n, n}, random_inputs<1>(kInputBits), MultipleOfInput{factor}, expected, element_label,
                           std::move(launch), n, 1.0f);
}

}  // namespace rooflens::kernels::parallelism

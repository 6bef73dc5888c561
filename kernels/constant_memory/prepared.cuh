// constant_memory on a device: the table, buffers, random input, verification. The variants differ in the stride alone.
// Sums of so few bits are exact in every order, so the tolerance is zero.
#pragma once

#include <memory>

#include "kernels/constant_memory/family.hpp"
#include "kernels/device/array_map.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::constant_memory {

inline constexpr unsigned int kBlock = 256;

/// (in, out, n, stride)
using Launch = KernelLaunch<const float*, float*, std::int64_t, unsigned int>;

inline constexpr int kInputBits = exact_sum_bits(kTerms + 1);

/// The same in every run: all problems that are prepared share the one table there is.
inline constexpr UniformInput kTable{0, kInputBits};

static __constant__ float constant_table[kTableElements];

// In integers, unlike the CPU reference.
struct TableSum {
  std::uint64_t stride;
  __device__ double operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    const UniformInput table = kTable;
    long long sum = in[0].scaled(i);
    for (std::uint64_t k = 0; k < kTerms; ++k) sum += table.scaled((first_entry(i, stride) + k) % kTableElements);
    return static_cast<double>(sum) / static_cast<double>(1 << in[0].bits);
  }
};

/// A thread an element; fills the table.
[[nodiscard]] inline std::unique_ptr<Prepared> make_prepared(const Problem& problem, std::int64_t stride,
                                                             decltype(Launch::function) function, const char* name) {
  DeviceBuffer<float> values(kTableElements);
  fill(values, kTable);
  ROOFLENS_CUDA(
      cudaMemcpyToSymbol(constant_table, values.data(), kTableElements * sizeof(float), 0, cudaMemcpyDeviceToDevice));

  const std::int64_t n = problem["n"];
  const TableSum rule{static_cast<std::uint64_t>(stride)};
  const auto expected = [rule](const RandomInputs<1>& in, std::uint64_t i) {
    return reference(in[0], kTable, rule.stride, i);
  };
  const Launch launch{function, name, dim3(grid_for(n, kBlock)), dim3(kBlock)};
  return prepare_array_map({n, n}, random_inputs<1>(kInputBits), rule, expected, element_label, launch, n,
                           static_cast<unsigned int>(stride));
}

}  // namespace rooflens::kernels::constant_memory

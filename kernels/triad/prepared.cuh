// triad on a device: buffers, random inputs, verification. The variants differ in the launch alone.
#pragma once

#include <memory>
#include <utility>

#include "kernels/device/array_map.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/triad/reference.hpp"

namespace rooflens::kernels::triad {

/// (b, c, d, a, n)
using Launch = KernelLaunch<const float*, const float*, const float*, float*, std::int64_t>;

struct SumWithProduct {
  __device__ float operator()(const RandomInputs<3>& in, std::uint64_t i) const {
    return __fmaf_rn(in[1](i), in[2](i), in[0](i));
  }
};

[[nodiscard]] inline std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch) {
  const std::int64_t n = problem["n"];
  const auto expected = [](const RandomInputs<3>& in, std::uint64_t i) { return reference(in[0], in[1], in[2], i); };
  return prepare_array_map({n, n}, random_inputs<3>(), SumWithProduct{}, expected, element_label, std::move(launch), n);
}

}  // namespace rooflens::kernels::triad

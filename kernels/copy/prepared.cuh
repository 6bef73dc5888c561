// copy on a device: buffers, random input, verification.
#pragma once

#include <memory>
#include <utility>

#include "kernels/copy/reference.hpp"
#include "kernels/device/array_map.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::copy {

/// (in, out, n)
using Launch = KernelLaunch<const float*, float*, std::int64_t>;

inline constexpr unsigned int kColumns = 32;
inline constexpr unsigned int kRows = 8;

struct TheInput {
  __device__ float operator()(const RandomInputs<1>& in, std::uint64_t i) const { return in[0](i); }
};

inline std::unique_ptr<Prepared> make(const Problem& problem, std::int64_t elements, Launch launch) {
  const auto expected = [](const RandomInputs<1>& in, std::uint64_t i) { return reference(in[0], i); };
  return prepare_array_map({elements, elements}, random_inputs<1>(), TheInput{}, expected, element_label,
                           std::move(launch), problem["n"]);
}

[[nodiscard]] inline std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch) {
  return make(problem, problem["n"], std::move(launch));
}

/// The same for an n x n matrix, with blocks of 32 x 8 threads.
[[nodiscard]] inline std::unique_ptr<Prepared> make_matrix_prepared(const Problem& problem,
                                                                    decltype(Launch::function) function,
                                                                    const char* name) {
  const std::int64_t n = problem["n"];
  return make(problem, n * n, {function, name, dim3(grid_for(n, kColumns), grid_for(n, kRows)), dim3(kColumns, kRows)});
}

}  // namespace rooflens::kernels::copy

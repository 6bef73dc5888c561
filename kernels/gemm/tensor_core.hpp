// What the variants on the tensor cores share, as the host sees them: they differ in the format of the inputs alone.
#pragma once

#include <array>
#include <vector>

#include "kernels/counter_names.hpp"
#include "kernels/gemm/family.hpp"

namespace rooflens::kernels::gemm {

/// Rows and columns of C that a block computes, and its threads.
inline constexpr int kTensorTile = 128;
inline constexpr int kTensorThreads = 256;

/// Inputs are 16 bits wide.
inline constexpr double kTensorInputBytes = 2;

inline constexpr std::array kTensorParameters{
    Parameter{"n", "rows and columns of the square matrices", 4096, kTensorTile, 65536, kTensorTile},
};

template <models::Precision kPrecision>
[[nodiscard]] models::Work tensor_core_work(const Problem& problem) {
  return tiled_product(problem["n"], kPrecision, kTensorTile, kTensorInputBytes);
}

[[nodiscard]] inline models::Bytes tensor_core_memory(const Problem& problem) {
  return three_matrices(problem["n"], kTensorInputBytes);
}

/// All arithmetic is the tensor cores': none is left for the FP32 pipe.
[[nodiscard]] inline std::vector<ExpectedCounter> tensor_core_counters(const Problem&) {
  return {{counter::kFfma, 0}, {counter::kFadd, 0}, {counter::kFmul, 0}};
}

}  // namespace rooflens::kernels::gemm

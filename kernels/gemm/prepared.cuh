// gemm on a device: buffers, random inputs, verification. The variants differ in the launch and in the inputs' format;
// libraries are called instead.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <functional>
#include <memory>
#include <vector>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::gemm {

/// (a, b, c, n)
template <typename T>
using Launch = KernelLaunch<const T*, const T*, float*, int>;

/// What computes C = A B in one execution.
template <typename T>
struct Plan {
  std::function<void(const T* a, const T* b, float* c, int n)> launch;
  std::function<std::vector<models::Launch>()> describe;
};

/// T: float, __half, __nv_bfloat16. `input_bits`: of the
/// inputs' significands, at most what T holds; by default as many as leave FP32 sums exact.
template <typename T>
[[nodiscard]] std::unique_ptr<Prepared> make_prepared_product(const Problem& problem, Plan<T> plan, int input_bits = 0);

extern template std::unique_ptr<Prepared> make_prepared_product(const Problem&, Plan<float>, int);
extern template std::unique_ptr<Prepared> make_prepared_product(const Problem&, Plan<__half>, int);
extern template std::unique_ptr<Prepared> make_prepared_product(const Problem&, Plan<__nv_bfloat16>, int);

/// The same with one launch.
template <typename T>
[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch<T> launch, int input_bits = 0) {
  return make_prepared_product<T>(
      problem, {.launch = launch, .describe = [launch] { return std::vector{launch.describe()}; }}, input_bits);
}

}  // namespace rooflens::kernels::gemm

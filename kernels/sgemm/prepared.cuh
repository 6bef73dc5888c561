// sgemm on a device: buffers, random inputs, verification. The variants differ in the launch and in the inputs' format.
#pragma once

#include <cuda_bf16.h>
#include <cuda_fp16.h>

#include <memory>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::sgemm {

/// (a, b, c, n)
template <typename T>
using Launch = KernelLaunch<const T*, const T*, float*, int>;

/// Throws DeviceError when the device cannot hold the problem. T: float, __half, __nv_bfloat16. `input_bits`: of the
/// inputs' significands, at most what T holds; by default as many as leave FP32 sums exact.
template <typename T>
[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Kernel& kernel, const Problem& problem, Launch<T> launch,
                                                      int input_bits = 0);

extern template std::unique_ptr<Prepared> make_prepared(const Kernel&, const Problem&, Launch<float>, int);
extern template std::unique_ptr<Prepared> make_prepared(const Kernel&, const Problem&, Launch<__half>, int);
extern template std::unique_ptr<Prepared> make_prepared(const Kernel&, const Problem&, Launch<__nv_bfloat16>, int);

}  // namespace rooflens::kernels::sgemm

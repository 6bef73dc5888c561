// sgemm on a device: buffers, random inputs, verification. The variants differ in the launch and in the inputs' format.
#pragma once

#include <cuda_bf16.h>

#include <memory>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::sgemm {

/// (a, b, c, n)
template <typename T>
using Launch = KernelLaunch<const T*, const T*, float*, int>;

/// Throws DeviceError when the device cannot hold the problem. T: float, __nv_bfloat16.
template <typename T>
[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Kernel& kernel, const Problem& problem, Launch<T> launch);

extern template std::unique_ptr<Prepared> make_prepared(const Kernel&, const Problem&, Launch<float>);
extern template std::unique_ptr<Prepared> make_prepared(const Kernel&, const Problem&, Launch<__nv_bfloat16>);

}  // namespace rooflens::kernels::sgemm

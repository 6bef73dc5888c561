// stencil3d on a device: buffers, random inputs, verification. The variants differ in the launch alone.
#pragma once

#include <memory>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/device/with_constant.cuh"
#include "kernels/stencil3d/family.hpp"

namespace rooflens::kernels::stencil3d {

/// (in, coefficients, out, n)
using Launch = KernelLaunch<const float*, StarCoefficients, float*, int>;

[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch);

}  // namespace rooflens::kernels::stencil3d

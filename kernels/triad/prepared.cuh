// triad on a device: buffers, random inputs, verification. The variants differ in the launch alone.
#pragma once

#include <memory>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::triad {

/// (b, c, d, a, n)
using Launch = KernelLaunch<const float*, const float*, const float*, float*, std::int64_t>;

[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch);

}  // namespace rooflens::kernels::triad

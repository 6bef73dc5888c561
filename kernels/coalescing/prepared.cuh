// coalescing on a device: the kernel, buffers, random input, verification. The variants differ in the pattern alone.
#pragma once

#include <memory>

#include "kernels/coalescing/family.hpp"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::coalescing {

[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, const Pattern& pattern);

}  // namespace rooflens::kernels::coalescing

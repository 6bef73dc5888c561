// constant_memory on a device: the kernel, its table, buffers, verification. The variants differ in the stride alone.
#pragma once

#include <memory>

#include "kernels/constant_memory/family.hpp"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::constant_memory {

[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, std::int64_t stride);

}  // namespace rooflens::kernels::constant_memory

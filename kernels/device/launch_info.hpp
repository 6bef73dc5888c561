// What the driver knows about a launch: registers, shared memory, resident blocks.
#pragma once

#include <cstddef>
#include <string>

#include "models/record/launch.hpp"

namespace rooflens::kernels {

/// One launch of `function` (the host-side address of a __global__ function). `name` is its readable name. Throws
/// DeviceError when the device has no code for it.
[[nodiscard]] models::Launch describe_launch(std::string name, const void* function, models::Dim3 grid,
                                             models::Dim3 block, std::size_t dynamic_shared_bytes);

/// Blocks of `function` that fill the current device: SMs x resident blocks per SM.
[[nodiscard]] int resident_blocks(const void* function, int threads_per_block, std::size_t dynamic_shared_bytes);

}  // namespace rooflens::kernels

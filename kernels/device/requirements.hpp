// Whether the current device can hold a problem, asked before anything is allocated.
#pragma once

#include <string>

#include "kernels/kernel.hpp"

namespace rooflens::kernels {

/// "2.15 GB": three significant digits, decimal units.
[[nodiscard]] std::string size_text(models::Bytes bytes);

/// Throws DeviceError when the current device is older than the kernel's minimum compute capability, or has less free
/// memory than the problem needs.
void require_device(const Kernel& kernel, const Problem& problem);

}  // namespace rooflens::kernels

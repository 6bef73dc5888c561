// The prober that measures the GPU.
#pragma once

#include <memory>

#include "kernels/ceiling/prober.hpp"

namespace rooflens::kernels::ceiling {

/// Measures the device that is current now and in every call. Takes up to half of the free memory, 12 GiB at most, once
/// a probe needs it. Throws DeviceError.
[[nodiscard]] std::unique_ptr<Prober> make_device_prober();

}  // namespace rooflens::kernels::ceiling

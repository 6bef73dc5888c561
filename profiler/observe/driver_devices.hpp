// What the CUDA driver says of its devices.
#pragma once

#include <vector>

#include "profiler/spool/record.hpp"

namespace rooflens::inject {

/// The devices that the process sees, described as CUPTI does in cuInit; none before cuInit. What the driver does not
/// say stays as it is.
[[nodiscard]] std::vector<collect::spool::DeviceRecord> driver_devices();

}  // namespace rooflens::inject

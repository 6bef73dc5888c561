// nested on a device: buffers, random input, verification. This family alone is compiled with relocatable device code,
// which launches on the device need (kernels/CMakeLists.txt).
#pragma once

#include <memory>
#include <optional>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/nested/family.hpp"

namespace rooflens::kernels::nested {

/// (in, out, rows, unit)
using Launch = KernelLaunch<const float*, float*, std::int64_t, std::int64_t>;

/// `children`: what the kernel launches itself.
[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch,
                                                      std::optional<models::Launch> children = {});

}  // namespace rooflens::kernels::nested

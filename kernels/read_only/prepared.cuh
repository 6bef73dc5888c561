// read_only on a device: buffers, random input, verification.
#pragma once

#include <memory>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/read_only/family.hpp"

namespace rooflens::kernels::read_only {

inline constexpr unsigned int kBlock = 256;

/// (in, out, n, step)
using Launch = KernelLaunch<const float*, float*, std::int64_t, std::int64_t>;

[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch, std::int64_t step);

/// The window kernel with an explicit read-only load.
[[nodiscard]] std::unique_ptr<Prepared> make_ldg(const Problem& problem, std::int64_t step);

}  // namespace rooflens::kernels::read_only

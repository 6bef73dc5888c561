// parallelism on a device: buffers, random input, verification. The variants differ in the launch and in the factor.
#pragma once

#include <memory>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/parallelism/family.hpp"

namespace rooflens::kernels::parallelism {

/// (in, out, n, one). The last is 1, which the compiler must not know.
using Launch = KernelLaunch<const float*, float*, std::int64_t, float>;

/// out[i] = factor * in[i].
[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch, std::int64_t factor);

}  // namespace rooflens::kernels::parallelism

// copy on a device: buffers, random input, verification.
#pragma once

#include <memory>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::copy {

/// (in, out, n)
using Launch = KernelLaunch<const float*, float*, std::int64_t>;

[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch);

/// The same for an n x n matrix, with blocks of 32 x 8 threads.
[[nodiscard]] std::unique_ptr<Prepared> make_matrix_prepared(const Problem& problem,
                                                             decltype(Launch::function) function, const char* name);

}  // namespace rooflens::kernels::copy

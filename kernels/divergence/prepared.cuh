// divergence on a device: buffers, random input, verification.
#pragma once

#include <memory>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/divergence/family.hpp"

namespace rooflens::kernels::divergence {

/// (in, out, n, rounds, lanes)
using Function = void (*)(const float*, float*, std::int64_t, int, int);

/// The element of the calling thread: one a thread.
__device__ inline std::int64_t element() { return std::int64_t{blockIdx.x} * blockDim.x + threadIdx.x; }

/// Warps of which `lanes` lanes take an element each; `rounds` goes to the kernel as it is.
[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Path path, std::int64_t rounds,
                                                      Function function, const char* name, std::int64_t lanes = 32);

}  // namespace rooflens::kernels::divergence

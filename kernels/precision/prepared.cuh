// precision on a device: buffers, the table of random integers, verification.
#pragma once

#include <memory>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/precision/matrix.hpp"
#include "kernels/precision/stream.hpp"

namespace rooflens::kernels::precision {

/// (table, out, threads, iterations, minus one). The last is -1, which the compiler must not know.
using StreamLaunch = KernelLaunch<const std::int32_t*, float*, std::int64_t, int, int>;

/// (table, out, iterations)
using MatrixLaunch = KernelLaunch<const std::int32_t*, float*, int>;

/// A thread for each of `n`; `lanes` of a value.
[[nodiscard]] std::unique_ptr<Prepared> make_stream(const Problem& problem, decltype(StreamLaunch::function) function,
                                                    const char* name, int lanes);
/// k: the inner dimension.
[[nodiscard]] std::unique_ptr<Prepared> make_matrix(const Problem& problem, decltype(MatrixLaunch::function) function,
                                                    const char* name, int k);

}  // namespace rooflens::kernels::precision

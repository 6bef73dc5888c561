// transpose on a device: buffers, random input, verification. The variants differ in the launch alone.
#pragma once

#include <memory>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"

namespace rooflens::kernels::transpose {

/// (in, out, n)
using Launch = KernelLaunch<const float*, float*, int>;

[[nodiscard]] std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch);

using Function = decltype(Launch::function);

/// The instances of a kernel for the values of the parameter rows.
struct FunctionsByRows {
  Function four;
  Function eight;
  Function sixteen;
  Function thirty_two;
};

/// Blocks of 32 x rows threads, each for a tile of `tile` x `tile` elements, that in row blockIdx.x and column
/// blockIdx.y of tiles. Blocks that run together lie below each other, so that they write neighbouring parts of the
/// same rows: DRAM takes scattered reads better than scattered writes.
[[nodiscard]] std::unique_ptr<Prepared> make_tile_prepared(const Problem& problem, const FunctionsByRows& functions,
                                                           const char* name, std::size_t dynamic_shared_bytes = 0,
                                                           unsigned int tile = 32);

/// Blocks of 32 x rows threads, one element a thread.
[[nodiscard]] std::unique_ptr<Prepared> make_rows_prepared(const Problem& problem, Function function, const char* name);

}  // namespace rooflens::kernels::transpose

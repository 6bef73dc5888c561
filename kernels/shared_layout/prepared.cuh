// shared_layout on a device: buffers, random input, verification.
#pragma once

#include <memory>

#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/shared_layout/layout.hpp"

namespace rooflens::kernels::shared_layout {

/// (in, out, n)
using Launch = KernelLaunch<const float*, float*, std::int64_t>;
using Function = decltype(Launch::function);

/// What of a layout matters outside of the kernel.
struct TileShape {
  unsigned int threads;
  std::uint64_t height;  ///< 1 where the tile is read as it was written
  std::size_t dynamic_bytes;
};

template <typename L>
[[nodiscard]] constexpr TileShape shape_of(bool dynamic) {
  return {L::kThreads, L::source(1) == 1 ? 1U : L::kThreads / 32, dynamic ? L::kWords * sizeof(float) : 0};
}

/// A block a tile.
[[nodiscard]] std::unique_ptr<Prepared> make_round_trip(const Problem& problem, TileShape shape, Function function,
                                                        const char* name);

/// (in, out, n, ways, passes); blocks of 256 threads.
using ConflictFunction = void (*)(const float*, float*, std::int64_t, int, int);
[[nodiscard]] std::unique_ptr<Prepared> make_conflict(const Problem& problem, std::int64_t ways,
                                                      ConflictFunction function, const char* name);

/// A block a tile of `tile` elements, with its dynamic shared memory.
[[nodiscard]] std::unique_ptr<Prepared> make_mirror(const Problem& problem, std::int64_t tile, Launch launch);

}  // namespace rooflens::kernels::shared_layout

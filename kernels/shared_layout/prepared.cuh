// shared_layout on a device: buffers, random input, verification.
#pragma once

#include <memory>
#include <utility>

#include "kernels/device/array_map.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/shared_layout/conflict_family.hpp"
#include "kernels/shared_layout/layout.hpp"
#include "kernels/shared_layout/reference.hpp"

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

/// (in, out, n, ways, passes); blocks of 256 threads.
using ConflictFunction = void (*)(const float*, float*, std::int64_t, int, int);

__device__ inline float or_zero(const UniformInput& in, std::uint64_t n, std::uint64_t i) {
  return i < n ? in(i) : 0.0F;
}

struct TransposedTile {
  std::uint64_t n;
  std::uint64_t height;
  __device__ float operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    const std::uint64_t within = i % (32 * height);
    return or_zero(in[0], n, i - within + within % height * 32 + within / height);
  }
};

struct ColumnSum {
  std::uint64_t ways;
  float passes;
  __device__ float operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    const std::uint64_t first = i / kConflictBlock * kConflictTile + i % 32 / ways;
    float sum = 0.0F;
    for (std::uint64_t k = 0; k < kConflictTile; k += 32) sum += in[0](first + k);
    return sum * passes;
  }
};

struct Mirrored {
  std::uint64_t n;
  std::uint64_t tile;
  __device__ float operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    const std::uint64_t within = i % tile;
    return or_zero(in[0], n, i - within + (within ^ 32U)) + or_zero(in[0], n, i - within + (tile - 1 - within));
  }
};

/// A block a tile.
[[nodiscard]] inline std::unique_ptr<Prepared> make_round_trip(const Problem& problem, TileShape shape,
                                                               Function function, const char* name) {
  const std::int64_t n = problem["n"];
  const TransposedTile rule{static_cast<std::uint64_t>(n), shape.height};
  const auto expected = [rule](const RandomInputs<1>& in, std::uint64_t i) {
    return transposed(in[0], rule.n, rule.height, i);
  };
  const Launch launch{function, name, dim3(grid_for(n, shape.threads)), dim3(shape.threads), shape.dynamic_bytes};
  return prepare_array_map({n, n}, random_inputs<1>(), rule, expected, element_label, launch, n);
}

[[nodiscard]] inline std::unique_ptr<Prepared> make_conflict(const Problem& problem, std::int64_t ways,
                                                             ConflictFunction function, const char* name) {
  const std::int64_t n = problem["n"];
  const std::int64_t passes = problem["passes"];
  const auto columns_of = static_cast<std::uint64_t>(ways);
  const auto expected = [columns_of, passes](const RandomInputs<1>& in, std::uint64_t i) {
    return column_sum(in[0], columns_of, static_cast<std::uint64_t>(passes), i);
  };
  const KernelLaunch<const float*, float*, std::int64_t, int, int> launch{
      function, name, dim3(grid_for(n, kConflictBlock)), dim3(kConflictBlock)};
  return prepare_array_map({conflict_blocks(problem) * kConflictTile, n},
                           random_inputs<1>(exact_sum_bits(static_cast<std::uint64_t>(32 * passes))),
                           ColumnSum{columns_of, static_cast<float>(passes)}, expected, element_label, launch, n,
                           static_cast<int>(ways), static_cast<int>(passes));
}

/// A block a tile of `tile` elements, with its dynamic shared memory.
[[nodiscard]] inline std::unique_ptr<Prepared> make_mirror(const Problem& problem, std::int64_t tile, Launch launch) {
  const std::int64_t n = problem["n"];
  const Mirrored rule{static_cast<std::uint64_t>(n), static_cast<std::uint64_t>(tile)};
  const auto expected = [rule](const RandomInputs<1>& in, std::uint64_t i) {
    return mirrored(in[0], rule.n, rule.tile, i);
  };
  return prepare_array_map({n, n}, random_inputs<1>(), rule, expected, element_label, std::move(launch), n);
}

}  // namespace rooflens::kernels::shared_layout

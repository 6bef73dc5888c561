// transpose on a device: buffers, random input, verification. The variants differ in the launch alone.
#pragma once

#include <memory>
#include <utility>

#include "kernels/device/array_map.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/transpose/family.hpp"

namespace rooflens::kernels::transpose {

/// (in, out, n)
using Launch = KernelLaunch<const float*, float*, int>;

using Function = decltype(Launch::function);

/// The instances of a kernel for the values of the parameter rows.
struct FunctionsByRows {
  Function four;
  Function eight;
  Function sixteen;
  Function thirty_two;
};

struct Transposed {
  std::uint64_t n;
  __device__ float operator()(const RandomInputs<1>& in, std::uint64_t i) const { return in[0]((i % n) * n + i / n); }
};

inline Function pick(const FunctionsByRows& functions, std::int64_t rows) {
  switch (rows) {
    case 4:
      return functions.four;
    case 8:
      return functions.eight;
    case 16:
      return functions.sixteen;
    default:
      return functions.thirty_two;
  }
}

[[nodiscard]] inline std::unique_ptr<Prepared> make_prepared(const Problem& problem, Launch launch) {
  const std::int64_t n = problem["n"];
  const auto side = static_cast<std::uint64_t>(n);
  const auto expected = [side](const RandomInputs<1>& in, std::uint64_t i) { return reference(in[0], side, i); };
  return prepare_array_map({n * n, n * n}, random_inputs<1>(), Transposed{side}, expected, matrix_label(side),
                           std::move(launch), static_cast<int>(n));
}

/// Blocks of 32 x rows threads, each for a tile of `tile` x `tile` elements, that in row blockIdx.x and column
/// blockIdx.y of tiles. Blocks that run together lie below each other, so that they write neighbouring parts of the
/// same rows: DRAM takes scattered reads better than scattered writes.
[[nodiscard]] inline std::unique_ptr<Prepared> make_tile_prepared(const Problem& problem,
                                                                  const FunctionsByRows& functions, const char* name,
                                                                  std::size_t dynamic_shared_bytes = 0,
                                                                  unsigned int tile = 32) {
  const std::int64_t rows = problem["rows"];
  const unsigned int tiles = grid_for(problem["n"], tile);
  return make_prepared(problem, {pick(functions, rows), name, dim3(tiles, tiles),
                                 dim3(kTile, static_cast<unsigned int>(rows)), dynamic_shared_bytes});
}

/// Blocks of 32 x rows threads, one element a thread.
[[nodiscard]] inline std::unique_ptr<Prepared> make_rows_prepared(const Problem& problem, Function function,
                                                                  const char* name) {
  const std::int64_t n = problem["n"];
  const std::int64_t rows = problem["rows"];
  return make_prepared(problem, {function, name, dim3(grid_for(n, kTile), grid_for(n, rows)),
                                 dim3(kTile, static_cast<unsigned int>(rows))});
}

}  // namespace rooflens::kernels::transpose

// Launches the kernels that keep 8 x 8 sums in registers: one compiled without checks where n allows it, else the
// other.
#pragma once

#include "kernels/gemm/prepared.cuh"
#include "kernels/gemm/register_tile.cuh"

namespace rooflens::kernels::gemm {

template <typename T>
using KernelFunction = void (*)(const T*, const T*, float*, int);

template <typename T>
[[nodiscard]] Launch<T> register_launch(const Problem& problem, KernelFunction<T> whole, KernelFunction<T> checked,
                                        const char* name) {
  const std::int64_t n = problem["n"];
  const unsigned int tiles = grid_for(n, kRegisterTile);
  return {n % kRegisterTile == 0 ? whole : checked, name, dim3(tiles, tiles), dim3(kRegisterThreads)};
}

}  // namespace rooflens::kernels::gemm

// A __global__ function with its launch geometry: launched and described from the same numbers.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "kernels/device/check.cuh"
#include "kernels/device/launch_info.hpp"

namespace rooflens::kernels {

template <typename... Arguments>
struct KernelLaunch {
  void (*function)(Arguments...);
  std::string name;  ///< readable, with its namespaces
  dim3 grid;
  dim3 block;
  std::size_t dynamic_shared_bytes = 0;

  /// Launches once, asynchronously. Throws DeviceError when the launch is refused.
  void operator()(Arguments... arguments) const {
    function<<<grid, block, dynamic_shared_bytes>>>(arguments...);
    ROOFLENS_CUDA(cudaGetLastError());
  }

  [[nodiscard]] models::Launch describe() const {
    return describe_launch(name, reinterpret_cast<const void*>(function), {grid.x, grid.y, grid.z},
                           {block.x, block.y, block.z}, dynamic_shared_bytes);
  }
};

// The first two members of a KernelLaunch: a function of the family's namespace, and its name.
#define ROOFLENS_NAMED(family, function) family::function, "rooflens::kernels::" #family "::" #function

/// Blocks for `items` at `per_block` each, at least one.
[[nodiscard]] inline unsigned int grid_for(std::int64_t items, std::int64_t per_block) {
  return items <= per_block ? 1U : static_cast<unsigned int>((items + per_block - 1) / per_block);
}

}  // namespace rooflens::kernels

// divergence on a device: buffers, random input, verification.
#pragma once

#include <memory>

#include "kernels/device/array_map.cuh"
#include "kernels/device/chained_fma.cuh"
#include "kernels/device/kernel_launch.cuh"
#include "kernels/device/prepared.hpp"
#include "kernels/divergence/family.hpp"

namespace rooflens::kernels::divergence {

/// (in, out, n, rounds, lanes)
using Function = void (*)(const float*, float*, std::int64_t, int, int);

// Without a branch: the path decides on the constant and the length.
struct ChainedPath {
  Path path;
  int rounds;
  __device__ float operator()(const RandomInputs<1>& in, std::uint64_t i) const {
    const auto lane = static_cast<int>(i % 32);
    const auto group = static_cast<int>(i / 32 % 32);
    const bool second = (path == Path::by_thread && lane % 2 == 1) || (path == Path::by_warp && group % 2 == 1);
    const int length = rounds * (path == Path::lane_long ? lane : (path == Path::group_long ? group : 1));
    const float x = fma_chain(in[0](i), second ? kChainB : kChainA, length);
    return fma_chain(x, kChainB, path == Path::a_then_b ? rounds : 0);
  }
};

/// Warps of which `lanes` lanes take an element each; `rounds` goes to the kernel as it is.
[[nodiscard]] inline std::unique_ptr<Prepared> make_prepared(const Problem& problem, Path path, std::int64_t rounds,
                                                             Function function, const char* name,
                                                             std::int64_t lanes = 32) {
  const std::int64_t n = problem["n"];
  const auto expected = [path, rounds](const RandomInputs<1>& in, std::uint64_t i) {
    return reference(in[0], path, rounds, i);
  };
  const KernelLaunch<const float*, float*, std::int64_t, int, int> launch{
      function, name, dim3(grid_for(n, kBlock / kWarpLanes * lanes)), dim3(kBlock)};
  return prepare_array_map({n, n}, random_inputs<1>(), ChainedPath{path, static_cast<int>(rounds)}, expected,
                           element_label, launch, n, static_cast<int>(rounds), static_cast<int>(lanes));
}

}  // namespace rooflens::kernels::divergence

// transpose/tiled on the device.
#include "kernels/transpose/tiled.hpp"

#include "kernels/transpose/prepared.cuh"
#include "kernels/transpose/through_tile.cuh"

namespace rooflens::kernels::transpose {

__global__ void tiled_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
  through_tile<kTile>(in, out, n);
}

std::unique_ptr<Prepared> prepare_tiled(const Problem& problem) {
  const unsigned int tiles = grid_for(problem["n"], kTile);
  return make_prepared(
      tiled, problem,
      {tiled_kernel, "rooflens::kernels::transpose::tiled_kernel", dim3(tiles, tiles), dim3(kTile, kBlockRows)});
}

}  // namespace rooflens::kernels::transpose

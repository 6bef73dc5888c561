// transpose/padded on the device.
#include "kernels/transpose/padded.hpp"

#include "kernels/transpose/prepared.cuh"
#include "kernels/transpose/through_tile.cuh"

namespace rooflens::kernels::transpose {

__global__ void padded_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
  through_tile<kTile + 1>(in, out, n);
}

std::unique_ptr<Prepared> prepare_padded(const Problem& problem) {
  const unsigned int tiles = grid_for(problem["n"], kTile);
  return make_prepared(
      padded, problem,
      {padded_kernel, "rooflens::kernels::transpose::padded_kernel", dim3(tiles, tiles), dim3(kTile, kBlockRows)});
}

}  // namespace rooflens::kernels::transpose

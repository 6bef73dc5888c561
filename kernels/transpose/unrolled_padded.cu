// transpose/unrolled-padded on the device.
#include "kernels/transpose/unrolled_padded.hpp"

#include "kernels/transpose/prepared.cuh"
#include "kernels/transpose/through_tile.cuh"

namespace rooflens::kernels::transpose {

using UnrolledPadded = Pitched<kUnrolledTile, kUnrolledTile + 1>;

__global__ void unrolled_padded_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float tile[UnrolledPadded::kWords];
  through_tile<UnrolledPadded, kUnrolledRows>(tile, in, out, n);
}

std::unique_ptr<Prepared> prepare_unrolled_padded(const Problem& problem) {
  const unsigned int tiles = grid_for(problem["n"], kUnrolledTile);
  return make_prepared(unrolled_padded, problem,
                       {unrolled_padded_kernel, "rooflens::kernels::transpose::unrolled_padded_kernel",
                        dim3(tiles, tiles), dim3(kTile, kUnrolledRows)});
}

}  // namespace rooflens::kernels::transpose

// transpose/tiled on the device.
#include "kernels/transpose/tiled.hpp"

#include "kernels/transpose/prepared.cuh"
#include "kernels/transpose/through_tile.cuh"

namespace rooflens::kernels::transpose {

template <unsigned int Rows>
__global__ void tiled_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float tile[kTile * kTile];
  through_tile<Pitched<kTile, kTile>, Rows>(tile, in, out, n);
}

std::unique_ptr<Prepared> prepare_tiled(const Problem& problem) {
  return make_tile_prepared(problem, {tiled_kernel<4>, tiled_kernel<8>, tiled_kernel<16>, tiled_kernel<32>},
                            "rooflens::kernels::transpose::tiled_kernel");
}

}  // namespace rooflens::kernels::transpose

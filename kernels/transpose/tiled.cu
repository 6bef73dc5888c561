// for r, c in 0..n-1: out[c][r] = in[r][c]    through a 32 x 32 tile in shared memory: rows are read, rows are written
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: a warp reads a column of the tile, 32 words in one bank, so each shared load takes 32 wavefronts instead of 1
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

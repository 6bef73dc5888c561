// for r, c in 0..n-1: out[c][r] = in[r][c]    through a 32 x 33 tile in shared memory: rows are read, rows are written
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: nothing; the unused 33rd column spreads a column of the tile over all 32 banks
#include "kernels/transpose/prepared.cuh"
#include "kernels/transpose/through_tile.cuh"

namespace rooflens::kernels::transpose {

using Padded = Pitched<kTile, kTile + 1>;

template <unsigned int Rows>
__global__ void padded_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float tile[Padded::kWords];
  through_tile<Padded, Rows>(tile, in, out, n);
}

std::unique_ptr<Prepared> prepare_padded(const Problem& problem) {
  return make_tile_prepared(problem, {padded_kernel<4>, padded_kernel<8>, padded_kernel<16>, padded_kernel<32>},
                            "rooflens::kernels::transpose::padded_kernel");
}

}  // namespace rooflens::kernels::transpose

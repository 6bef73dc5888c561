// for r, c in 0..n-1: out[c][r] = in[r][c]    through a 32 x 32 tile: element (r, c) lies in column c XOR r
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: nothing; a column of the tile lies in 32 different banks, and no word is left unused
#include "kernels/transpose/prepared.cuh"
#include "kernels/transpose/through_tile.cuh"

namespace rooflens::kernels::transpose {

template <unsigned int Rows>
__global__ void swizzled_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float tile[Swizzled::kWords];
  through_tile<Swizzled, Rows>(tile, in, out, n);
}

std::unique_ptr<Prepared> prepare_swizzled(const Problem& problem) {
  return make_tile_prepared(problem, {swizzled_kernel<4>, swizzled_kernel<8>, swizzled_kernel<16>, swizzled_kernel<32>},
                            "rooflens::kernels::transpose::swizzled_kernel");
}

}  // namespace rooflens::kernels::transpose

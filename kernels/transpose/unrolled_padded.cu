// for r, c in 0..n-1: out[c][r] = in[r][c]    through a 64 x 65 tile, all of a thread's 128 / rows loads before its
// first store flops 0, bytes read 4n^2, bytes written 4n^2 wasted: nothing; longer pieces of rows and more bytes in
// flight than padded
#include "kernels/transpose/prepared.cuh"
#include "kernels/transpose/through_tile.cuh"

namespace rooflens::kernels::transpose {

using UnrolledPadded = Pitched<kUnrolledTile, kUnrolledTile + 1>;

template <unsigned int Rows>
__global__ void unrolled_padded_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
  __shared__ float tile[UnrolledPadded::kWords];
  through_tile<UnrolledPadded, Rows>(tile, in, out, n);
}

std::unique_ptr<Prepared> prepare_unrolled_padded(const Problem& problem) {
  return make_tile_prepared(
      problem,
      {unrolled_padded_kernel<4>, unrolled_padded_kernel<8>, unrolled_padded_kernel<16>, unrolled_padded_kernel<32>},
      "rooflens::kernels::transpose::unrolled_padded_kernel", 0, kUnrolledTile);
}

}  // namespace rooflens::kernels::transpose

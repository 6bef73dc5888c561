// for r, c in 0..n-1: out[c][r] = in[r][c]    through a 32 x 33 tile in dynamic shared memory
// flops 0, bytes read 4n^2, bytes written 4n^2
// wasted: nothing; where the tile begins is known at the launch only
#include "kernels/transpose/prepared.cuh"
#include "kernels/transpose/through_tile.cuh"

namespace rooflens::kernels::transpose {

using DynamicPadded = Pitched<kTile, kTile + 1>;

template <unsigned int Rows>
__global__ void dynamic_shared_kernel(const float* __restrict__ in, float* __restrict__ out, int n) {
  extern __shared__ float tile[];
  through_tile<DynamicPadded, Rows>(tile, in, out, n);
}

std::unique_ptr<Prepared> prepare_dynamic_shared(const Problem& problem) {
  return make_tile_prepared(
      problem,
      {dynamic_shared_kernel<4>, dynamic_shared_kernel<8>, dynamic_shared_kernel<16>, dynamic_shared_kernel<32>},
      "rooflens::kernels::transpose::dynamic_shared_kernel", DynamicPadded::kWords * sizeof(float));
}

}  // namespace rooflens::kernels::transpose

// for every inner point of a grid: out = sum over its star of coefficient * in; elsewhere out = in
// as coarsened, but a thread keeps its points of 2 order + 1 planes in registers; one plane is in shared memory
// flops 2p - 1 per inner point, p = 6 order + 1; compulsory 8N; N = n^3 points
// bytes read 4 (32 / (32 - 2 order))^2 (32 + 2 order) / 32 N (less what lies outside the grid), written 4N
// wasted: the threads of the halo only load, and its rows begin inside a sector
#include "kernels/stencil3d/prepared.cuh"
#include "kernels/stencil3d/star.cuh"

namespace rooflens::kernels::stencil3d {

template <int kOrder>
__global__ void __launch_bounds__(kPlaneTile* kPlaneTile)
    register_tiled_kernel(const float* __restrict__ in, const __grid_constant__ StarCoefficients coefficients,
                          float* __restrict__ out, int n) {
  __shared__ float current[2][kPlaneTile][kPlaneTile];  // in turns, so that one barrier a plane is enough
  const int tile_x = static_cast<int>(threadIdx.x);
  const int tile_y = static_cast<int>(threadIdx.y);
  const int x = static_cast<int>(blockIdx.x) * (kPlaneTile - 2 * kOrder) + tile_x - kOrder;
  const int y = static_cast<int>(blockIdx.y) * (kPlaneTile - 2 * kOrder) + tile_y - kOrder;
  const int first = static_cast<int>(blockIdx.z) * kPlanes;
  const int end = first + kPlanes < n ? first + kPlanes : n;
  const bool exists = on_grid(x, n) && on_grid(y, n);
  const bool writes = exists && inner<kOrder>(tile_x, kPlaneTile) && inner<kOrder>(tile_y, kPlaneTile);
  const bool computed = inner<kOrder>(x, n) && inner<kOrder>(y, n);
  const std::int64_t plane = std::int64_t{n} * n;
  const std::int64_t place = std::int64_t{y} * n + x;

  const auto load = [&](int z) { return exists && on_grid(z, n) ? in[z * plane + place] : 0.0f; };
  float along[2 * kOrder + 1];  // this place of planes z - kOrder to z + kOrder
#pragma unroll
  for (int d = 1; d <= 2 * kOrder; ++d) along[d] = load(first - kOrder + d - 1);
  for (int z = first; z < end; ++z) {
#pragma unroll
    for (int d = 0; d < 2 * kOrder; ++d) along[d] = along[d + 1];
    along[2 * kOrder] = load(z + kOrder);
    auto& tile = current[(z - first) % 2];
    tile[tile_y][tile_x] = along[kOrder];
    __syncthreads();
    if (writes) {
      const auto at = [&](int dx, int dy, int dz) {
        return dx == 0 && dy == 0 ? along[kOrder + dz] : tile[tile_y + dy][tile_x + dx];
      };
      out[z * plane + place] = computed && inner<kOrder>(z, n) ? star<kOrder, 3>(coefficients, at) : along[kOrder];
    }
  }
}

std::unique_ptr<Prepared> prepare_register_tiled(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return with_constant<1, kMostOrder>(problem["order"], [&](auto order) {
    const unsigned int tiles = grid_for(n, kPlaneTile - 2 * order());
    return make_prepared(problem,
                         {register_tiled_kernel<order()>, "rooflens::kernels::stencil3d::register_tiled_kernel",
                          dim3(tiles, tiles, grid_for(n, kPlanes)), dim3(kPlaneTile, kPlaneTile)});
  });
}

}  // namespace rooflens::kernels::stencil3d

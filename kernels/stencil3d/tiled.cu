// for every inner point of a grid: out = sum over its star of coefficient * in; elsewhere out = in
// a block loads 8^3 points (in two dimensions 32^2) into shared memory and computes those in their middle
// flops 2p - 1 per inner point, p = 2 dimensions order + 1; compulsory 8N; N = n^dimensions points
// bytes read 4 * 8^3 / (8 - 2 order)^3 N (less what lies outside the grid), written 4N
// wasted: most of a small cube is halo (order 1: 296 of 512 points), and its rows are 32 bytes short
#include "kernels/stencil3d/prepared.cuh"
#include "kernels/stencil3d/star.cuh"

namespace rooflens::kernels::stencil3d {

template <int kOrder, int kDimensions>
__global__ void tiled_kernel(const float* __restrict__ in, const __grid_constant__ StarCoefficients coefficients,
                             float* __restrict__ out, int n) {
  constexpr int kTile = kDimensions == 3 ? kCubeTile : kPlaneTile;
  constexpr int kDepth = kDimensions == 3 ? kTile : 1;
  constexpr int kOutputs = kTile - 2 * kOrder;
  __shared__ float tile[kDepth][kTile][kTile];
  const int tile_x = static_cast<int>(threadIdx.x);
  const int tile_y = static_cast<int>(threadIdx.y);
  const int tile_z = static_cast<int>(threadIdx.z);
  const int x = static_cast<int>(blockIdx.x) * kOutputs + tile_x - kOrder;
  const int y = static_cast<int>(blockIdx.y) * kOutputs + tile_y - kOrder;
  const int z = kDimensions == 3 ? static_cast<int>(blockIdx.z) * kOutputs + tile_z - kOrder : 0;
  const std::int64_t i = (std::int64_t{z} * n + y) * n + x;
  const bool exists = on_grid(x, n) && on_grid(y, n) && on_grid(z, n);
  if (exists) tile[tile_z][tile_y][tile_x] = in[i];
  __syncthreads();

  const bool in_the_middle = inner<kOrder>(tile_x, kTile) && inner<kOrder>(tile_y, kTile) &&
                             (kDimensions == 2 || inner<kOrder>(tile_z, kTile));
  if (!exists || !in_the_middle) return;
  const bool computed = inner<kOrder>(x, n) && inner<kOrder>(y, n) && (kDimensions == 2 || inner<kOrder>(z, n));
  out[i] = computed
               ? star<kOrder, kDimensions>(
                     coefficients, [&](int dx, int dy, int dz) { return tile[tile_z + dz][tile_y + dy][tile_x + dx]; })
               : tile[tile_z][tile_y][tile_x];
}

namespace {

template <int kDimensions>
std::unique_ptr<Prepared> prepare_tile(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const dim3 block = kDimensions == 3 ? dim3(kCubeTile, kCubeTile, kCubeTile) : dim3(kPlaneTile, kPlaneTile);
  return with_constant<1, kMostOrder>(problem["order"], [&](auto order) {
    const unsigned int tiles = grid_for(n, block.x - 2 * order());
    return make_prepared(problem, {tiled_kernel<order(), kDimensions>, "rooflens::kernels::stencil3d::tiled_kernel",
                                   dim3(tiles, tiles, kDimensions == 3 ? tiles : 1U), block});
  });
}

}  // namespace

std::unique_ptr<Prepared> prepare_tiled(const Problem& problem) {
  return problem["dimensions"] == 3 ? prepare_tile<3>(problem) : prepare_tile<2>(problem);
}

}  // namespace rooflens::kernels::stencil3d

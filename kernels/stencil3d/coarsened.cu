// for every inner point of a grid: out = sum over its star of coefficient * in; elsewhere out = in
// a block of 32 x 32 threads marches through 32 planes and keeps 2 order + 1 of them in shared memory
// flops 2p - 1 per inner point, p = 6 order + 1; compulsory 8N; N = n^3 points
// bytes read 4 (32 / (32 - 2 order))^2 (32 + 2 order) / 32 N (less what lies outside the grid), written 4N
// wasted: a point's neighbours in z are its thread's own and need not be shared
#include "kernels/stencil3d/prepared.cuh"
#include "kernels/stencil3d/star.cuh"

namespace rooflens::kernels::stencil3d {

template <int kOrder>
__global__ void __launch_bounds__(kPlaneTile* kPlaneTile)
    coarsened_kernel(const float* __restrict__ in, const __grid_constant__ StarCoefficients coefficients,
                     float* __restrict__ out, int n) {
  constexpr int kKept = 2 * kOrder + 1;
  __shared__ float planes[kKept][kPlaneTile][kPlaneTile];
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

  // Plane z lies in slot (z - first + kOrder) % kKept.
  const auto load = [&](int slot, int z) {
    if (exists && on_grid(z, n)) planes[slot][tile_y][tile_x] = in[z * plane + place];
  };
#pragma unroll
  for (int slot = 0; slot < kKept - 1; ++slot) load(slot, first - kOrder + slot);
  for (int round = first; round < end; round += kKept) {
#pragma unroll
    for (int turn = 0; turn < kKept; ++turn) {  // unrolled, so that the slots are constants
      const int z = round + turn;
      if (z >= end) break;
      load((turn + 2 * kOrder) % kKept, z + kOrder);
      __syncthreads();
      if (writes) {
        const auto at = [&](int dx, int dy, int dz) {
          return planes[(turn + kOrder + dz) % kKept][tile_y + dy][tile_x + dx];
        };
        out[z * plane + place] = computed && inner<kOrder>(z, n) ? star<kOrder, 3>(coefficients, at) : at(0, 0, 0);
      }
      __syncthreads();  // nobody needs the oldest plane any more: the next one overwrites it
    }
  }
}

std::unique_ptr<Prepared> prepare_coarsened(const Problem& problem) {
  const std::int64_t n = problem["n"];
  return with_constant<1, kMostOrder>(problem["order"], [&](auto order) {
    const unsigned int tiles = grid_for(n, kPlaneTile - 2 * order());
    return make_prepared(problem, {coarsened_kernel<order()>, "rooflens::kernels::stencil3d::coarsened_kernel",
                                   dim3(tiles, tiles, grid_for(n, kPlanes)), dim3(kPlaneTile, kPlaneTile)});
  });
}

}  // namespace rooflens::kernels::stencil3d

// Host description of convolution2d/tiled-cached-halo.
#include "kernels/convolution2d/tiled_cached_halo.hpp"

#include "kernels/convolution2d/family.hpp"

namespace rooflens::kernels::convolution2d {
namespace {

models::Work work(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t radius = problem["radius"];
  const double in_tiles = static_cast<double>(n / kTile) * neighbour_pairs(kTile, radius) +
                          neighbour_pairs(n % kTile, radius);  // taps within the tile of their output, along one axis
  const double side = halo_reads(n, kTile, radius);
  return convolution_work(problem, outputs(problem) + taps_inside(problem) - in_tiles * in_tiles, side * side);
}

}  // namespace

constinit const Kernel tiled_cached_halo{
    .name = "convolution2d/tiled-cached-halo",
    .family = "convolution2d",
    .summary = "32 x 32 elements without halo in shared memory; neighbours beyond them from L1 and L2",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = image_memory,
    .partner = {"convolution2d/tiled-halo", "divergence at the edge of a tile", "parameter radius"},
    .expected_counters = tap_counters,
};

}  // namespace rooflens::kernels::convolution2d

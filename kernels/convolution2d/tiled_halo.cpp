// Host description of convolution2d/tiled-halo.
#include "kernels/convolution2d/tiled_halo.hpp"

#include "kernels/convolution2d/family.hpp"

namespace rooflens::kernels::convolution2d {
namespace {

std::int64_t tile_outputs(const Problem& problem) { return kTile - 2 * problem["radius"]; }

models::Work work(const Problem& problem) {
  const double side = halo_reads(problem["n"], tile_outputs(problem), problem["radius"]);
  return convolution_work(problem, side * side, side * side);
}

// Every thread stores one element. A warp is a row of a tile: per tap it loads once in every column of tiles and every
// row of outputs, neighbouring words and so in one wavefront.
std::vector<ExpectedCounter> expected(const Problem& problem) {
  const std::int64_t n = problem["n"];
  const std::int64_t tiles = ceil_div(n, tile_outputs(problem));
  const double loads = taps(problem) * static_cast<double>(tiles * n);
  const auto stores = static_cast<double>(tiles * tiles * kTile);
  std::vector<ExpectedCounter> counters = tap_counters(problem);
  counters.push_back({counter::kSharedLoads, loads});
  counters.push_back({counter::kSharedStores, stores});
  counters.push_back({counter::kSharedWavefronts, loads + stores});
  return counters;
}

}  // namespace

constinit const Kernel tiled_halo{
    .name = "convolution2d/tiled-halo",
    .family = "convolution2d",
    .summary = "32 x 32 elements with their halo in shared memory; the threads of the halo only load",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = image_memory,
    .partner = {"convolution2d/register-tiled", "no reuse in registers", "a shared load per multiply-add"},
    .expected_counters = expected,
};

}  // namespace rooflens::kernels::convolution2d

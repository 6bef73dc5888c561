// Host description of stencil1d/shared-tile.
#include "kernels/stencil1d/shared_tile.hpp"

#include "kernels/stencil1d/family.hpp"

namespace rooflens::kernels::stencil1d {
namespace {

models::Work work(const Problem& problem) { return stencil_work(problem, block_reads(problem)); }

// Neighbouring words, so a wavefront each: 2r loads of every warp with an output; 8 stores of a block and one of its
// halo.
std::vector<ExpectedCounter> expected(const Problem& problem) {
  const double loads = 2.0 * static_cast<double>(problem["radius"] * ceil_div(problem["n"], 32));
  const auto stores = static_cast<double>((kBlock / 32 + 1) * ceil_div(problem["n"], kBlock));
  std::vector<ExpectedCounter> counters = arithmetic_counters(problem);
  counters.push_back({counter::kSharedLoads, loads});
  counters.push_back({counter::kSharedWavefronts, loads + stores});
  return counters;
}

}  // namespace

constinit const Kernel shared_tile{
    .name = "stencil1d/shared-tile",
    .family = "stencil1d",
    .summary = "256 elements and their halo in shared memory; coefficients in constant memory",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = array_memory,
    .expected_counters = expected,
};

}  // namespace rooflens::kernels::stencil1d

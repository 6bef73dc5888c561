// Host description of stencil3d/tiled.
#include "kernels/stencil3d/tiled.hpp"

#include "kernels/stencil3d/family.hpp"

namespace rooflens::kernels::stencil3d {
namespace {

models::Work work(const Problem& problem) {
  const std::int64_t tile = problem["dimensions"] == 3 ? kCubeTile : kPlaneTile;
  const double side = halo_reads(problem["n"], tile - 2 * problem["order"], problem["order"]);
  const double reads = std::pow(side, static_cast<double>(problem["dimensions"]));
  return stencil_work(problem, reads, reads);
}

}  // namespace

constinit const Kernel tiled{
    .name = "stencil3d/tiled",
    .family = "stencil3d",
    .summary = "8 x 8 x 8 points with their halo in shared memory (in two dimensions 32 x 32)",
    .parameters = kGridParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = two_grids,
    .partner = {"stencil3d/coarsened", "halo of a small tile", "296 of 512 points with order 1"},
    .expected_counters = inner_counters,
};

}  // namespace rooflens::kernels::stencil3d

// Host description of stencil3d/basic.
#include "kernels/stencil3d/basic.hpp"

#include "kernels/stencil3d/family.hpp"

namespace rooflens::kernels::stencil3d {
namespace {

models::Work work(const Problem& problem) {
  const double inner = inner_points(problem);
  const double points = star_points(problem["order"], dimensions_of(problem));
  return stencil_work(problem, inner * points + grid_points(problem) - inner,
                      star_reads(problem, kBlockColumns, kBlockRows, 1));
}

}  // namespace

constinit const Kernel basic{
    .name = "stencil3d/basic",
    .family = "stencil3d",
    .summary = "one thread per point, every neighbour from global memory",
    .parameters = kGridParameters,
    .minimum_compute_capability = {7, 5},
    .work = work,
    .device_memory = two_grids,
    .partner = {"stencil3d/vectorised", "no reuse in registers", "a load per multiply-add"},
    .expected_counters = inner_counters,
};

}  // namespace rooflens::kernels::stencil3d

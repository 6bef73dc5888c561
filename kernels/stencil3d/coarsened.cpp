// Host description of stencil3d/coarsened.
#include "kernels/stencil3d/coarsened.hpp"

#include "kernels/stencil3d/family.hpp"

namespace rooflens::kernels::stencil3d {

constinit const Kernel coarsened{
    .name = "stencil3d/coarsened",
    .family = "stencil3d",
    .summary = "marches along z: 2 order + 1 planes of 32 x 32 points in shared memory",
    .parameters = kCubeParameters,
    .minimum_compute_capability = {7, 5},
    .work = marching_work,
    .device_memory = two_grids,
    .partner = {"stencil3d/register-tiled", "neighbours of the own thread in shared memory",
                "2 order + 1 of the loads"},
    .expected_counters = inner_counters,
};

}  // namespace rooflens::kernels::stencil3d

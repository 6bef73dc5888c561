// Host description of stencil3d/register-tiled.
#include "kernels/stencil3d/register_tiled.hpp"

#include "kernels/stencil3d/family.hpp"

namespace rooflens::kernels::stencil3d {

constinit const Kernel register_tiled{
    .name = "stencil3d/register-tiled",
    .family = "stencil3d",
    .summary = "marches along z: neighbours in z in registers, the current plane in shared memory",
    .parameters = kCubeParameters,
    .minimum_compute_capability = {7, 5},
    .work = marching_work,
    .device_memory = two_grids,
    .partner = {"stencil3d/vectorised", "threads that only load", "124 of 1024 with order 1"},
    .expected_counters = inner_counters,
};

}  // namespace rooflens::kernels::stencil3d

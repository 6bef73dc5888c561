// Host description of transpose/tiled.
#include "kernels/transpose/tiled.hpp"

#include "kernels/transpose/family.hpp"

namespace rooflens::kernels::transpose {

constinit const Kernel tiled{
    .name = "transpose/tiled",
    .family = "transpose",
    .summary = "32 x 32 tile in shared memory: coalesced both ways, but with 32-way bank conflicts",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = transpose_work,
    .device_memory = two_matrices,
    .partner = {.name = "transpose/padded", .cause = "bank conflicts", .dose = "32-way"},
    .expected_counters = [](const Problem& problem) { return tile_counters(problem["n"], kTile, kTile); },
};

}  // namespace rooflens::kernels::transpose

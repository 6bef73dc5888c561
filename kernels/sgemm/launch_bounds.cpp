// Host description of sgemm/launch-bounds.
#include "kernels/sgemm/launch_bounds.hpp"

#include <array>

#include "kernels/sgemm/register_tile.hpp"

namespace rooflens::kernels::sgemm {
namespace {

constexpr std::array kParameters{
    kFp32Parameters[0],
    Parameter{"blocks", "blocks of 256 threads that must fit on an SM", 2, 1, 4},
};

}  // namespace

constinit const Kernel launch_bounds{
    .name = "sgemm/launch-bounds",
    .family = "sgemm",
    .summary = "C = A B in FP32: register-tiled, compiled so that a chosen number of blocks fits on an SM",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = register_tile_work,
    .device_memory = fp32_memory,
    .partner = {"sgemm/vectorised", "narrow loads from shared memory", "4 bytes instead of 16"},
    .expected_counters = register_tile_counters,
    .spills = true,
};

}  // namespace rooflens::kernels::sgemm

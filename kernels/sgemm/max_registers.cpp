// Host description of sgemm/max-registers.
#include "kernels/sgemm/max_registers.hpp"

#include <array>

#include "kernels/sgemm/register_tile.hpp"

namespace rooflens::kernels::sgemm {
namespace {

constexpr std::array kParameters{
    kFp32Parameters[0],
    Parameter{"registers", "most registers that a thread may use", 64, 64, 128, 32},
};

}  // namespace

constinit const Kernel max_registers{
    .name = "sgemm/max-registers",
    .family = "sgemm",
    .summary = "C = A B in FP32: register-tiled, compiled for a chosen number of registers; the sums do not fit in 64",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = register_tile_work,
    .device_memory = fp32_memory,
    .partner = {"sgemm/register-tiled", "register spills", "parameter registers"},
    .expected_counters = register_tile_counters,
    .spills = true,
};

}  // namespace rooflens::kernels::sgemm

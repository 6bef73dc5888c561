// Host description of parallelism/register-spill.
#include "kernels/parallelism/register_spill.hpp"

#include <array>

#include "kernels/parallelism/family.hpp"

namespace rooflens::kernels::parallelism {
namespace {

constexpr std::array kParameters{
    kValuesElements,
};

}  // namespace

constinit const Kernel register_spill{
    .name = "parallelism/register-spill",
    .family = "parallelism",
    .summary = "the same in at most 32 registers: values are spilled to local memory",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work<2 * kValues * kRounds>,
    .device_memory = device_memory,
    .partner = {"parallelism/no-spill", "register spills", "64 values in 32 registers"},
    .expected_counters = fma_counters<kValues * kRounds>,
    .spills = true,
};

}  // namespace rooflens::kernels::parallelism

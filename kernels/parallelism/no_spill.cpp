// Host description of parallelism/no-spill.
#include "kernels/parallelism/no_spill.hpp"

#include <array>

#include "kernels/parallelism/family.hpp"

namespace rooflens::kernels::parallelism {
namespace {

constexpr std::array kParameters{
    kValuesElements,
};

}  // namespace

constinit const Kernel no_spill{
    .name = "parallelism/no-spill",
    .family = "parallelism",
    .summary = "64 values a thread, all in registers",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work<2 * kValues * kRounds>,
    .device_memory = device_memory,
    .expected_counters = fma_counters<kValues * kRounds>,
};

}  // namespace rooflens::kernels::parallelism

// Host description of parallelism/fma.
#include "kernels/parallelism/fma.hpp"

#include <array>

#include "kernels/parallelism/family.hpp"

namespace rooflens::kernels::parallelism {
namespace {

constexpr std::array kParameters{
    kChainElements,
};

}  // namespace

constinit const Kernel fma{
    .name = "parallelism/fma",
    .family = "parallelism",
    .summary = "512 FMAs an element: two operations an instruction",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work<2 * kChainFmas>,
    .device_memory = device_memory,
    .expected_counters = fma_counters<kChainFmas>,
};

}  // namespace rooflens::kernels::parallelism

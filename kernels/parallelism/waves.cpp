// Host description of parallelism/waves.
#include "kernels/parallelism/waves.hpp"

#include <array>

#include "kernels/parallelism/family.hpp"

namespace rooflens::kernels::parallelism {
namespace {

constexpr std::array kParameters{
    kChainElements,
    Parameter{"waves", "hundredths of a full wave of blocks", 105, 105, 800},
};

}  // namespace

constinit const Kernel waves{
    .name = "parallelism/waves",
    .family = "parallelism",
    .summary = "the same work in w waves of equal blocks: the last one leaves SMs idle",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work<2 * kChainFmas>,
    .device_memory = device_memory,
    .partner = {"parallelism/fma", "tail", "parameter waves"},
    .expected_counters = fma_counters<kChainFmas>,
};

}  // namespace rooflens::kernels::parallelism

// Host description of parallelism/block-size.
#include "kernels/parallelism/block_size.hpp"

#include <array>

#include "kernels/parallelism/family.hpp"

namespace rooflens::kernels::parallelism {
namespace {

constexpr std::array kParameters{
    kChainElements,
    Parameter{"block", "threads per block", 48, 32, 1024},
};

}  // namespace

constinit const Kernel block_size{
    .name = "parallelism/block-size",
    .family = "parallelism",
    .summary = "the same work in blocks of any size: a last warp of few lanes costs a whole one",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = work<2 * kChainFmas>,
    .device_memory = device_memory,
    .partner = {"parallelism/fma", "idle lanes", "parameter block"},
    .expected_counters = fma_counters<kChainFmas>,
};

}  // namespace rooflens::kernels::parallelism

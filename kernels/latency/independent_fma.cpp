// Host description of latency/independent-fma.
#include "kernels/latency/independent_fma.hpp"

#include <array>

#include "kernels/latency/family.hpp"

namespace rooflens::kernels::latency {
namespace {

constexpr std::array kParameters{
    kFmasParameter,
    kBlocksParameter,
    Parameter{"ilp", "chains a thread", 4, 1, kMostChains},
};

}  // namespace

constinit const Kernel independent_fma{
    .name = "latency/independent-fma",
    .family = "latency",
    .summary = "the same FMAs in several chains: latency hidden inside a thread",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = fma_work,
    .device_memory = fma_memory,
    .expected_counters = fma_counters,
};

}  // namespace rooflens::kernels::latency

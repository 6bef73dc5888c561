// Host description of latency/dependent-fma.
#include "kernels/latency/dependent_fma.hpp"

#include <array>

#include "kernels/latency/family.hpp"

namespace rooflens::kernels::latency {
namespace {

constexpr std::array kParameters{
    kFmasParameter,
    kBlocksParameter,
};

}  // namespace

constinit const Kernel dependent_fma{
    .name = "latency/dependent-fma",
    .family = "latency",
    .summary = "one chain of FMAs a thread, few threads: the latency of an FMA",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = fma_work,
    .device_memory = fma_memory,
    .partner = {"latency/independent-fma", "dependent instructions", "one chain a thread"},
    .expected_counters = fma_counters,
};

}  // namespace rooflens::kernels::latency

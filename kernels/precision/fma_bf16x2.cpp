// Host description of precision/fma-bf16x2.
#include "kernels/precision/fma_bf16x2.hpp"

#include <array>

#include "kernels/precision/stream.hpp"

namespace rooflens::kernels::precision {
namespace {

constexpr std::array kParameters{
    kThreadsParameter,
    kIterationsParameter,
};

}  // namespace

constinit const Kernel fma_bf16x2{
    .name = "precision/fma-bf16x2",
    .family = "precision",
    .summary = "packed bfloat16 FMAs from registers, two lanes each",
    .parameters = kParameters,
    .minimum_compute_capability = {8, 0},
    .work = stream_work<models::Precision::bf16, 4, 2>,
    .device_memory = stream_memory,
    .expected_counters = stream_accesses<2>,
};

}  // namespace rooflens::kernels::precision

// Host description of precision/fma-fp16x2.
#include "kernels/precision/fma_fp16x2.hpp"

#include <array>

#include "kernels/precision/stream.hpp"

namespace rooflens::kernels::precision {
namespace {

constexpr std::array kParameters{
    kThreadsParameter,
    kIterationsParameter,
};

}  // namespace

constinit const Kernel fma_fp16x2{
    .name = "precision/fma-fp16x2",
    .family = "precision",
    .summary = "packed FP16 FMAs from registers, two lanes each",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = stream_work<models::Precision::fp16, 4, 2>,
    .device_memory = stream_memory,
    .expected_counters = stream_accesses<2>,
};

}  // namespace rooflens::kernels::precision

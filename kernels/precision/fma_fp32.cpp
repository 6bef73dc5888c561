// Host description of precision/fma-fp32.
#include "kernels/precision/fma_fp32.hpp"

#include <array>

#include "kernels/precision/stream.hpp"

namespace rooflens::kernels::precision {
namespace {

constexpr std::array kParameters{
    kThreadsParameter,
    kIterationsParameter,
};

}  // namespace

constinit const Kernel fma_fp32{
    .name = "precision/fma-fp32",
    .family = "precision",
    .summary = "FP32 FMAs from registers, eight independent pairs a thread",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = stream_work<models::Precision::fp32, 2, 1>,
    .device_memory = stream_memory,
    .expected_counters = stream_counters<counter::kFfma, 1>,
};

}  // namespace rooflens::kernels::precision

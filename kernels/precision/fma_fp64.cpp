// Host description of precision/fma-fp64.
#include "kernels/precision/fma_fp64.hpp"

#include <array>

#include "kernels/precision/stream.hpp"

namespace rooflens::kernels::precision {
namespace {

constexpr std::array kParameters{
    kThreadsParameter,
    kIterationsParameter,
};

}  // namespace

constinit const Kernel fma_fp64{
    .name = "precision/fma-fp64",
    .family = "precision",
    .summary = "FP64 FMAs from registers, eight independent pairs a thread",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = stream_work<models::Precision::fp64, 2, 1>,
    .device_memory = stream_memory,
    .expected_counters = stream_counters<counter::kDfma, 1>,
};

}  // namespace rooflens::kernels::precision

// Host description of precision/int32.
#include "kernels/precision/int32.hpp"

#include <array>

#include "kernels/precision/stream.hpp"

namespace rooflens::kernels::precision {
namespace {

constexpr std::array kParameters{
    kThreadsParameter,
    kIterationsParameter,
};

}  // namespace

constinit const Kernel int32{
    .name = "precision/int32",
    .family = "precision",
    .summary = "integer multiply-adds from registers",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = stream_work<models::Precision::int32, 1, 1>,
    .device_memory = stream_memory,
    .expected_counters = stream_accesses<1>,
};

}  // namespace rooflens::kernels::precision

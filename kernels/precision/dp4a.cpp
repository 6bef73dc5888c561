// Host description of precision/dp4a.
#include "kernels/precision/dp4a.hpp"

#include <array>

#include "kernels/precision/stream.hpp"

namespace rooflens::kernels::precision {
namespace {

constexpr std::array kParameters{
    kThreadsParameter,
    kIterationsParameter,
};

}  // namespace

constinit const Kernel dp4a{
    .name = "precision/dp4a",
    .family = "precision",
    .summary = "dot products of four bytes with a 32-bit sum, from registers",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = stream_work<models::Precision::int32, 1, 1>,
    .device_memory = stream_memory,
    .expected_counters = stream_accesses<1>,
};

}  // namespace rooflens::kernels::precision

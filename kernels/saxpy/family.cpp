// What the kernels of saxpy are: their parameters, their work, and the counters that follow from their code.
#include "kernels/saxpy/family.hpp"

namespace rooflens::kernels::saxpy {

extern constexpr Kernel one_d{
    .name = "saxpy/one-d",
    .summary = "z = a x + y: one thread per element, 4-byte accesses",
    .parameters = kStreamParameters,
    .work = Saxpy::work,
    .device_memory = Saxpy::device_memory,
    .counterpart = {.name = "saxpy/float4", .cause = "narrow accesses", .severity = "4 of 16 bytes per access"},
    .expected_counters = Saxpy::counters_by_floats,
    .in_flight_per_thread = always_in_flight<8>,
};

extern constexpr Kernel float4{
    .name = "saxpy/float4",
    .summary = "z = a x + y: 16-byte accesses: a quarter of the instructions for the same bytes",
    .parameters = kStreamParameters,
    .work = Saxpy::work,
    .device_memory = Saxpy::device_memory,
    .expected_counters = Saxpy::counters_by_float4,
    .in_flight_per_thread = always_in_flight<32>,
};

}  // namespace rooflens::kernels::saxpy

// Host description of saxpy/float4.
#include "kernels/saxpy/float4.hpp"

#include "kernels/saxpy/family.hpp"

namespace rooflens::kernels::saxpy {

constinit const Kernel float4{
    .name = "saxpy/float4",
    .family = "saxpy",
    .summary = "z = a x + y: 16-byte accesses: a quarter of the instructions for the same bytes",
    .parameters = kStreamParameters,
    .minimum_compute_capability = {7, 5},
    .work = Saxpy::work,
    .device_memory = Saxpy::device_memory,
    .expected_counters = Saxpy::counters_by_float4,
    .in_flight_per_thread = always_in_flight<32>,
};

}  // namespace rooflens::kernels::saxpy

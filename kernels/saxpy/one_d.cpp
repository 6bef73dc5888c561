// Host description of saxpy/one-d.
#include "kernels/saxpy/one_d.hpp"

#include "kernels/saxpy/family.hpp"

namespace rooflens::kernels::saxpy {

constinit const Kernel one_d{
    .name = "saxpy/one-d",
    .family = "saxpy",
    .summary = "z = a x + y: one thread per element, 4-byte accesses",
    .parameters = kStreamParameters,
    .minimum_compute_capability = {7, 5},
    .work = Saxpy::work,
    .device_memory = Saxpy::device_memory,
    .partner = {.name = "saxpy/float4", .cause = "narrow accesses", .dose = "4 of 16 bytes an access"},
    .expected_counters = Saxpy::counters_by_floats,
    .in_flight_per_thread = always_in_flight<8>,
};

}  // namespace rooflens::kernels::saxpy

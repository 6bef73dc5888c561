// Host description of vector_add/one-d.
#include "kernels/vector_add/one_d.hpp"

#include "kernels/vector_add/family.hpp"

namespace rooflens::kernels::vector_add {

constinit const Kernel one_d{
    .name = "vector_add/one-d",
    .family = "vector_add",
    .summary = "c = a + b: one thread per element, 4-byte accesses",
    .parameters = kStreamParameters,
    .minimum_compute_capability = {7, 5},
    .work = Sum::work,
    .device_memory = Sum::device_memory,
    .partner = {.name = "vector_add/float4", .cause = "narrow accesses", .dose = "4 of 16 bytes an access"},
    .expected_counters = Sum::counters_by_floats,
    .in_flight_per_thread = always_in_flight<8>,
};

}  // namespace rooflens::kernels::vector_add

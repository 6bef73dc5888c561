// Host description of vector_add/float4.
#include "kernels/vector_add/float4.hpp"

#include "kernels/vector_add/family.hpp"

namespace rooflens::kernels::vector_add {

constinit const Kernel float4{
    .name = "vector_add/float4",
    .family = "vector_add",
    .summary = "c = a + b: 16-byte accesses: a quarter of the instructions for the same bytes",
    .parameters = kStreamParameters,
    .minimum_compute_capability = {7, 5},
    .work = Sum::work,
    .device_memory = Sum::device_memory,
    .expected_counters = Sum::counters_by_float4,
    .in_flight_per_thread = always_in_flight<32>,
};

}  // namespace rooflens::kernels::vector_add

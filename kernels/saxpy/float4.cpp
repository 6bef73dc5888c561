// Host description of saxpy/float4.
#include "kernels/saxpy/float4.hpp"

#include "kernels/saxpy/family.hpp"

namespace rooflens::kernels::saxpy {

constinit const Kernel float4{
    .name = "saxpy/float4",
    .family = "saxpy",
    .summary = "z = a x + y: 16-byte accesses: a quarter of the instructions for the same bytes",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = streaming_work,
    .device_memory = three_arrays,
    .expected_counters = counters_by_float4,
    .in_flight_per_thread = always_in_flight<32>,
};

}  // namespace rooflens::kernels::saxpy

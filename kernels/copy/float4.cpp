// Host description of copy/float4.
#include "kernels/copy/float4.hpp"

#include "kernels/copy/family.hpp"

namespace rooflens::kernels::copy {

constinit const Kernel float4{
    .name = "copy/float4",
    .family = "copy",
    .summary = "out = in: 16-byte accesses, the nearest a kernel comes to the DRAM roof",
    .parameters = kArrayParameters,
    .minimum_compute_capability = {7, 5},
    .work = array_work,
    .device_memory = two_arrays,
    .expected_counters = array_counters_by_float4,
    .in_flight_per_thread = always_in_flight<16>,
};

}  // namespace rooflens::kernels::copy

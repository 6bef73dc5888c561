// Host description of copy/ptx-v4.
#include "kernels/copy/ptx_v4.hpp"

#include "kernels/copy/family.hpp"

namespace rooflens::kernels::copy {

constinit const Kernel ptx_v4{
    .name = "copy/ptx-v4",
    .family = "copy",
    .summary = "out = in: the 16-byte accesses of float4, written in PTX",
    .parameters = kArrayParameters,
    .minimum_compute_capability = {7, 5},
    .work = array_work,
    .device_memory = two_arrays,
    .expected_counters = array_counters_by_float4,
    .in_flight_per_thread = always_in_flight<16>,
};

}  // namespace rooflens::kernels::copy

// Host description of triad/float4.
#include "kernels/triad/float4.hpp"

#include "kernels/triad/family.hpp"

namespace rooflens::kernels::triad {

constinit const Kernel float4{
    .name = "triad/float4",
    .family = "triad",
    .summary = "a = b + c d: 16-byte accesses: a quarter of the instructions for the same bytes",
    .parameters = kStreamParameters,
    .minimum_compute_capability = {7, 5},
    .work = Triad::work,
    .device_memory = Triad::device_memory,
    .expected_counters = Triad::counters_by_float4,
    .in_flight_per_thread = always_in_flight<48>,
};

}  // namespace rooflens::kernels::triad

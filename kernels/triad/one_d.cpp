// Host description of triad/one-d.
#include "kernels/triad/one_d.hpp"

#include "kernels/triad/family.hpp"

namespace rooflens::kernels::triad {

constinit const Kernel one_d{
    .name = "triad/one-d",
    .family = "triad",
    .summary = "a = b + c d: one thread per element, 4-byte accesses",
    .parameters = kStreamParameters,
    .minimum_compute_capability = {7, 5},
    .work = Triad::work,
    .device_memory = Triad::device_memory,
    .partner = {.name = "triad/float4", .cause = "narrow accesses", .dose = "4 of 16 bytes an access"},
    .expected_counters = Triad::counters_by_floats,
    .in_flight_per_thread = always_in_flight<12>,
};

}  // namespace rooflens::kernels::triad

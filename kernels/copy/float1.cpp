// Host description of copy/float1.
#include "kernels/copy/float1.hpp"

#include "kernels/copy/family.hpp"

namespace rooflens::kernels::copy {

constinit const Kernel float1{
    .name = "copy/float1",
    .family = "copy",
    .summary = "out = in: one thread per element, 4-byte accesses",
    .parameters = kArrayParameters,
    .minimum_compute_capability = {7, 5},
    .work = array_work,
    .device_memory = two_arrays,
    .partner = {.name = "copy/float4", .cause = "narrow accesses", .dose = "4 of 16 bytes an access"},
    .expected_counters = [](const Problem& problem) { return contiguous_floats(problem["n"], 1, 1); },
    .in_flight_per_thread = always_in_flight<4>,
};

}  // namespace rooflens::kernels::copy

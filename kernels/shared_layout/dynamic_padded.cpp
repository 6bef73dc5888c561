// Host description of shared_layout/dynamic-padded.
#include "kernels/shared_layout/dynamic_padded.hpp"

#include "kernels/shared_layout/family.hpp"

namespace rooflens::kernels::shared_layout {

constinit const Kernel dynamic_padded{
    .name = "shared_layout/dynamic-padded",
    .family = "shared_layout",
    .summary = "padded in shared memory whose size is given at the launch",
    .parameters = kParameters,
    .minimum_compute_capability = {7, 5},
    .work = round_trip_work,
    .device_memory = two_arrays,
    .partner = {.name = "shared_layout/padded", .cause = "dynamic shared memory", .dose = "the whole tile"},
    .expected_counters = round_trip_counters<Padded>,
};

}  // namespace rooflens::kernels::shared_layout
